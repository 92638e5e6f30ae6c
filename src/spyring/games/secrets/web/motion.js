// What moves on the way from one view to the next: one thing at a time, told by the public words of the feed.
import { neighbour } from "./choice.js";

/**
 * @typedef {{at: "seat" | "slot" | "offer" | "deck" | "open" | "centre", seat?: number, index?: number}} Spot
 * @typedef {{key: string, what: string, card?: string, from: Spot, to: Spot, delay: number, turns: boolean}} Ghost
 * @typedef {{ghosts: Ghost[], open: Record<string, number>, offer: number | null, arrive: Record<string, number>,
 *   chips: Record<string, {from: number | string, delay: number}>,
 *   maybe: {places: number[], delay: number}[], gazes: {by: number, of: number | string, delay: number}[], turn: Record<string, number>,
 *   down: Record<string, number>, un: number | null, full: Record<number, number>, length: number}} Plan
 *   `maybe`: the seats of which one was swapped with the centre
 */

const STEP = 300; // ms for a thing that travels
const SNAP = 760; // for a card that is turned over, read, and laid down
const SWAP = 640; // for tokens that change places
const STAMP = 460; // for the UN token to fall
const MASK = 480; // for a token that is turned at the end
const FULL = 600; // for the display that ends the game
const BRIEF = 180;
const READ = 900; // to read what another seat did

/**
 * How long the way from one view to the next takes, in ms; what only some are told moves nothing, and adds nothing.
 * @param {import("./types.js").Line[]} events @param {import("./types.js").View} before @param {import("./types.js").View} view
 * @param {number | null} seat
 */
export function lasts(events, before, view, seat) {
  const length = plan(events, before, view)?.length ?? 0;
  const others = events.some(
    ([actor, text]) => typeof actor === "number" && actor !== seat && !/^(say|sees) /.test(text),
  );
  return length + (others ? READ : 0);
}

/** @returns {Plan | null} nothing moves after a cold start; `pace`: what every length is multiplied with */
export function plan(
  /** @type {import("./types.js").Line[]} */ events,
  /** @type {import("./types.js").View | null} */ before,
  /** @type {import("./types.js").View} */ view,
  pace = 1,
) {
  const lines = events.filter(([, text]) => !text.startsWith("say "));
  if (!before || !lines.length) return null;
  const step = STEP * pace;
  const brief = BRIEF * pace;
  const takes = (/** @type {number} */ length) => {
    now += length * pace;
  };
  /** @type {Plan} */
  const moves = {
    ghosts: [],
    open: {},
    offer: null,
    arrive: {},
    chips: {},
    maybe: [],
    gazes: [],
    turn: {},
    down: {},
    un: null,
    full: {},
    length: 0,
  };
  const seats = view.seats;
  const left = arrivals(lines, view);
  let now = 0;
  let target = before.target;
  let open = [...before.revealed];

  const ghost = (
    /** @type {string} */ what,
    /** @type {string | undefined} */ card,
    /** @type {Spot} */ from,
    /** @type {Spot} */ to,
    /** @type {boolean} */ turns,
  ) => {
    moves.ghosts.push({ key: `${moves.ghosts.length}`, what, card, from, to, delay: now, turns });
    takes(turns ? SNAP : STEP);
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
    takes(SWAP);
  };
  const turnDown = (/** @type {number} */ seat, /** @type {string} */ which) => {
    for (const [index, card] of view.displays[seat].entries()) {
      const key = `${seat}:${index}`;
      const fresh = card.card !== "bullet" && !card.up && before.displays[seat][index]?.up !== false;
      if (fresh && moves.down[key] === undefined && (which === "all" || which === card.card)) {
        moves.down[key] = now;
        takes(BRIEF);
      }
    }
    takes(BRIEF);
  };

  lines.forEach(([by, text], number) => {
    const actor = Number(by);
    const [verb, ...words] = text.split(" ");
    const seat = Number(words[0]);
    switch (verb) {
      case "token":
        moves.chips[seat] = { from: "centre", delay: now };
        now += brief / 2;
        break;
      case "reveal":
        if (open.length === 2) open = [];
        if (words[0] === open[0]) ghost("under", words[0], { at: "deck" }, { at: "open", index: 1 }, false);
        else {
          open.push(words[0]);
          if (isLast(lines, number, "offer")) {
            moves.open[words[0]] = now;
            now += brief;
          }
        }
        break;
      case "offer":
        target = Number(words[words.length - 1]);
        if (view.target !== null && isLast(lines, number, "receives")) {
          moves.offer = now;
          now += step;
        } else ghost("back", undefined, { at: "offer", seat: actor }, { at: "offer", seat: target }, false);
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
        now += step;
        break;
      case "shoot":
        add(seat, "bullet", undefined, { at: "seat", seat: actor }, false);
        break;
      case "swap":
        swap(seat, Number(words[1]));
        break;
      case "exchange": // as long for the Diplomat, who knows, as for all others, who see the two that it may have been
        if (words.length) swap("centre", neighbour(actor, words[0], seats));
        else {
          const places = ["left", "right"].map((side) => neighbour(actor, side, seats));
          moves.maybe.push({ places, delay: now });
          takes(SWAP);
        }
        break;
      case "down":
        turnDown(seat, words[1]);
        break;
      case "un":
        moves.un = now;
        takes(STAMP);
        break;
      case "full":
        moves.full[seat] = now;
        takes(FULL);
        break;
      case "look":
        moves.gazes.push({ by: actor, of: words[0] === "centre" ? "centre" : seat, delay: now });
        now += step;
        break;
    }
  });
  if (view.phase === "over" && lines.some(([, text]) => text.startsWith("identity "))) {
    for (const place of unmasked(view)) {
      moves.turn[place] = now;
      takes(MASK);
    }
  }
  moves.length = now;
  return moves;
}

/** The tokens in the order in which they are turned at the end: the centre, who did not win, and the winners last. */
function unmasked(/** @type {import("./types.js").Over} */ view) {
  const seats = [...view.displays.keys()];
  const won = (/** @type {number} */ seat) => view.winners.includes(seat);
  return ["centre", ...seats.filter((seat) => !won(seat)), ...seats.filter(won)];
}

/** Whether no line with this verb follows: an offer or a reveal that is still on the table. */
function isLast(
  /** @type {import("./types.js").Line[]} */ lines,
  /** @type {number} */ number,
  /** @type {string} */ verb,
) {
  return lines.slice(number + 1).every(([, text]) => !text.startsWith(verb));
}

/** For each seat the places in its display of the cards that these lines bring, in their order. */
function arrivals(
  /** @type {import("./types.js").Line[]} */ lines,
  /** @type {import("./types.js").View} */ view,
) {
  const counts = view.displays.map(() => 0);
  for (const [actor, text] of lines) {
    const [verb, word] = text.split(" ");
    if (verb === "receives" && word !== "politician") counts[Number(actor)] += 1;
    if (verb === "send" || verb === "shoot") counts[Number(word)] += 1;
  }
  return view.displays.map((cards, seat) =>
    Array.from({ length: counts[seat] }, (_, one) => cards.length - counts[seat] + one),
  );
}
