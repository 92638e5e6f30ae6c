// What moves on the way from one view to the next: one thing at a time, told by the public words of the feed.

/**
 * @typedef {{at: "seat" | "slot" | "offer" | "deck" | "open" | "centre", seat?: number, index?: number}} Spot
 * @typedef {{key: string, what: string, card?: string, from: Spot, to: Spot, delay: number, turns: boolean}} Ghost
 * @typedef {{ghosts: Ghost[], open: Record<string, number>, offer: number | null, arrive: Record<string, number>,
 *   chips: Record<string, {from: number | string, delay: number}>, shuffle: {places: (number | string)[], delay: number}[],
 *   gazes: {by: number, of: number | string, delay: number}[], turn: Record<string, number>, down: Record<string, number>, length: number}} Plan
 */

export const STEP = 300; // ms for a thing that travels
const BRIEF = 180;
export const MOST = 26; // more lines than this is a jump, not a move

/** @returns {Plan | null} nothing moves after a cold start, or a long absence */
export function plan(
  /** @type {[any, string][]} */ events,
  /** @type {any} */ before,
  /** @type {import("./types.js").View} */ view,
) {
  const lines = events.filter(([, text]) => !text.startsWith("say "));
  if (!before || !lines.length || lines.length > MOST) return null;
  /** @type {Plan} */
  const moves = {
    ghosts: [],
    open: {},
    offer: null,
    arrive: {},
    chips: {},
    shuffle: [],
    gazes: [],
    turn: {},
    down: {},
    length: 0,
  };
  const seats = view.seats;
  const left = arrivals(lines, view);
  let now = 0;
  let target = before.target;
  let active = before.active;
  let open = [...before.revealed];

  const ghost = (
    /** @type {string} */ what,
    /** @type {string | undefined} */ card,
    /** @type {Spot} */ from,
    /** @type {Spot} */ to,
    /** @type {boolean} */ turns,
  ) => {
    moves.ghosts.push({ key: `${moves.ghosts.length}`, what, card, from, to, delay: now, turns });
    now += STEP;
  };
  const add = (
    /** @type {number} */ seat,
    /** @type {string} */ what,
    /** @type {string | undefined} */ card,
    /** @type {Spot} */ from,
    /** @type {boolean} */ turns,
  ) => {
    const index = left[seat].shift();
    ghost(what, card, from, { at: "slot", seat, index }, turns);
    moves.arrive[`${seat}:${index}`] = now;
  };
  const swap = (/** @type {number | string} */ one, /** @type {number | string} */ other) => {
    moves.chips[one] = { from: other, delay: now };
    moves.chips[other] = { from: one, delay: now };
    now += STEP;
  };

  lines.forEach(([actor, text], number) => {
    const [verb, ...words] = text.split(" ");
    const seat = Number(words[0]);
    switch (verb) {
      case "token":
        moves.chips[seat] = { from: "centre", delay: now };
        now += BRIEF / 2;
        break;
      case "reveal":
        if (open.length === 2) open = [];
        if (words[0] === open[0]) ghost("under", words[0], { at: "deck" }, { at: "open", index: 1 }, false);
        else {
          open.push(words[0]);
          if (isLast(lines, number, "offer")) {
            moves.open[words[0]] = now;
            now += BRIEF;
          }
        }
        break;
      case "offer":
        active = actor;
        target = Number(words[words.length - 1]);
        if (view.target !== null && isLast(lines, number, "receives")) {
          moves.offer = now;
          now += STEP;
        } else ghost("back", undefined, { at: "offer", seat: active }, { at: "offer", seat: target }, false);
        break;
      case "receives":
        if (words[0] === "politician")
          ghost("face", words[0], { at: "offer", seat: target ?? actor }, { at: "offer", seat: actor }, true);
        else add(actor, "face", words[0], { at: "offer", seat: target ?? actor }, true);
        if (words[0] === "double-agent") swap(actor, "centre");
        open = [];
        break;
      case "send":
        add(seat, "face", "politician", { at: "offer", seat: actor }, false);
        moves.gazes.push({ by: actor, of: seat, delay: now });
        now += STEP;
        break;
      case "shoot":
        add(seat, "bullet", undefined, { at: "seat", seat: actor }, false);
        break;
      case "swap":
        swap(seat, Number(words[1]));
        break;
      case "exchange": // the same for everybody: only the Diplomat knows which of the two it was
        moves.shuffle.push({
          places: ["centre", (actor + 1) % seats, (actor + seats - 1) % seats],
          delay: now,
        });
        now += STEP;
        break;
      case "look":
        moves.gazes.push({ by: actor, of: words[0] === "centre" ? "centre" : seat, delay: now });
        now += STEP;
        break;
      case "identity":
        moves.turn[words[0]] = now;
        now += BRIEF;
        break;
    }
  });
  // No line tells of what turns face down (S25, S30): it follows from what came, so it comes after it.
  for (const [seat, cards] of view.displays.entries()) {
    for (const [index, card] of cards.entries()) {
      if (card.card !== "bullet" && !card.up && before.displays[seat][index]?.up !== false)
        moves.down[`${seat}:${index}`] = now;
    }
  }
  if (Object.keys(moves.down).length) now += STEP;
  moves.length = now;
  return moves;
}

/** Whether no line with this verb follows: an offer or a reveal that is still on the table. */
function isLast(
  /** @type {[any, string][]} */ lines,
  /** @type {number} */ number,
  /** @type {string} */ verb,
) {
  return lines.slice(number + 1).every(([, text]) => !text.startsWith(verb));
}

/** For each seat the places in its display of the cards that these lines bring, in their order. */
function arrivals(/** @type {[any, string][]} */ lines, /** @type {import("./types.js").View} */ view) {
  const counts = view.displays.map(() => 0);
  for (const [actor, text] of lines) {
    const [verb, word] = text.split(" ");
    if (verb === "receives" && word !== "politician") counts[actor] += 1;
    if (verb === "send" || verb === "shoot") counts[Number(word)] += 1;
  }
  return view.displays.map((cards, seat) =>
    Array.from({ length: counts[seat] }, (_, one) => cards.length - counts[seat] + one),
  );
}
