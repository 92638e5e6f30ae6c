// The menu of claims: what a game declares, in the words of its board, under the headings of their topics.

/** @typedef {import("/wire.js").ClaimInfo} ClaimInfo */
/** @typedef {{text: string, label: string, topic: string}} Claim */

/**
 * Every way to fill in the operands of a claim; seats begin with the speaker's own and go round the table.
 * @param {ClaimInfo["operands"]} operands @param {import("/wire.js").Heading} view @param {number} seat @returns {string[][]}
 */
function filled([first, ...rest], view, seat) {
  if (!first) return [[]];
  const round = () => Array.from({ length: view.seats }, (_, step) => String((seat + step) % view.seats));
  const words = first.seat ? round() : (view.options[first.option]?.split(",") ?? first.words);
  const others = filled(rest, view, seat);
  return words.flatMap((word) => others.map((more) => [word, ...more]));
}

/**
 * Everything that a seat can claim: the same whatever it knows. Nobody doubts or asks themselves.
 * @param {import("/games.js").Board} board @param {import("/wire.js").Heading | null} view @param {number | null} seat
 * @param {import("/texts.js").Translate} words @param {string[]} names @returns {Claim[]}
 */
export function menuOf(board, view, seat, words, names) {
  if (seat === null || !view || view.active === null) return [];
  const all = board.claims ?? [];
  return all.flatMap(({ kind, topic, operands }) =>
    filled(operands, view, seat)
      .filter((one) => !(operands.every(({ seat }) => seat) && one.includes(String(seat))))
      .filter((one) => new Set(one).size === one.length)
      .map((one) => {
        const text = ["say", kind, ...one].join(" ");
        return { text, label: board.claim?.(text, seat, words, names) ?? text, topic };
      }),
  );
}
