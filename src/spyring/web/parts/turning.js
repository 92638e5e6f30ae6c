// What turned the game: a few moments of its story, each with a sentence, and the line at which it can be seen again.

import { identityName } from "/parts/notes.js";
import { ALL } from "/parts/replay.js";
import { truthAt } from "/parts/story.js";
import { listed, t } from "/texts.js";

const MOST = 4;
const MOST_ALIKE = 2;
const KNOWS = 0.95; // so sure is as good as knowing
const WONDERS = 0.8;

/**
 * `weight`: how much it meant; `eyes`: who sees it best.
 * @typedef {{line: number, eyes: string, text: string, weight: number}} Turn
 * @typedef {import("/wire.js").Story} Story
 * @typedef {{story: Story, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[], winners: number[]}} Telling
 */

/** At most four, in the order of the game. @param {Telling} telling @returns {Turn[]} */
export function turningPoints(telling) {
  const best = (/** @type {Turn[]} */ turns) =>
    turns.sort((a, b) => b.weight - a.weight || b.line - a.line).slice(0, MOST_ALIKE);
  return [...best(swaps(telling)), ...best(claims(telling)), ...best(discoveries(telling))]
    .sort((a, b) => b.weight - a.weight || b.line - a.line)
    .slice(0, MOST)
    .sort((a, b) => a.line - b.line);
}

/** Somebody became somebody else. @param {Telling} telling @returns {Turn[]} */
function swaps({ story, words, names, winners }) {
  const name = (/** @type {string[]} */ kinds) => kinds.map((kind) => identityName(kind, words)).join(", ");
  return story.truth.slice(1).flatMap(({ line, seats }, place) => {
    const before = story.truth[place].seats;
    const changed = seats.flatMap((kinds, seat) =>
      // A hand that grows or shrinks is no change of sides.
      kinds.length > 0 && kinds.length === before[seat].length && kinds.join() !== before[seat].join()
        ? [seat]
        : [],
    );
    if (changed.length === 0) return [];
    const changes = changed.map((seat) =>
      t("turning.became", { name: names[seat], before: name(before[seat]), after: name(seats[seat]) }),
    );
    const weight = 3 + Number(changed.some((seat) => winners.includes(seat)));
    return [{ line, eyes: ALL, weight, text: t("turning.swap", { changes: listed(changes) }) }];
  });
}

/** Who said what others are, or what they are themselves: a bluff is called a bluff. @param {Telling} telling @returns {Turn[]} */
function claims({ story, board, words, names }) {
  const { claimed } = board;
  if (!claimed) return [];
  return story.seats.flatMap((one, actor) =>
    one.moments.flatMap(({ line, kind, text }) => {
      const truth = kind === "accusation" ? truthAt(story, line - 1) : null;
      const [about] = claimed([actor, text]);
      if (!truth || !about) return [];
      const right = truth[about.seat].includes(about.kind);
      const args = { name: names[actor], line: board.say([actor, text], words, names) ?? text };
      const turn = { line, eyes: String(actor) };
      if (about.seat !== actor)
        return [
          right
            ? { ...turn, weight: 2.6, text: t("turning.caught", args) }
            : { ...turn, weight: 1.2, text: t("turning.wrong", args) },
        ];
      if (right) return [];
      const seen = story.seats.some(
        (other, seat) =>
          seat !== actor &&
          other.known.some((k) => k.line > line && k.line < story.lines && (k.sure[actor] ?? 0) >= KNOWS),
      );
      return [
        { ...turn, weight: seen ? 1.5 : 2.8, text: t(seen ? "turning.bluff" : "turning.believed", args) },
      ];
    }),
  );
}

/** For each seat, when somebody first knew who it was. @param {Telling} telling @returns {Turn[]} */
function discoveries({ story, board, words, names, winners }) {
  return names.flatMap((other, target) => {
    const first = story.seats
      .flatMap(({ known, moments }, seat) => {
        const place = known.findIndex(({ line, sure }) => line < story.lines && (sure[target] ?? 0) >= KNOWS);
        const surprised = place > 0 && (known[place - 1].sure[target] ?? 0) < WONDERS;
        const moment = surprised ? moments.find(({ line }) => line === known[place].line) : undefined;
        return moment && seat !== target ? [{ seat, moment }] : [];
      })
      .sort((a, b) => a.moment.line - b.moment.line)[0];
    if (!first) return [];
    const { seat, moment } = first;
    const line = board.say([moment.actor, moment.text], words, names) ?? moment.text;
    return [
      {
        line: moment.line,
        eyes: String(seat),
        weight: 2 + Number(winners.includes(target)) / 2,
        text: t("turning.known", { name: names[seat], other, line }),
      },
    ];
  });
}
