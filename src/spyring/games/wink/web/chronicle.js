// What eyes and words have told so far, from the lines that this seat was told and from nothing else: winks, looks
// exchanged and accusations, by pair.

import { useMemo, useRef } from "/dom.js";

/** @typedef {import("./types.js").Target} Target */
/** @typedef {import("./types.js").Seen & {number: number | null}} Wink `number`: of the card under the pawn that it was meant for */
/** @typedef {{at: number, beat: number, watched: number[]}} Own a wink of my own, and who was looking at me just then (W41) */
/** @typedef {{by: number, seat: number, number: number, right: boolean | null}} Accusation */

export class Chronicle {
  /** @param {number} seats @param {number | null} seat */
  constructor(seats, seat) {
    this.seat = seat;
    this.beat = 0;
    this.looks = /** @type {Target[]} */ (Array(seats).fill("square"));
    this.pawns = /** @type {(number | null)[]} */ (Array(seats).fill(null));
    /** By the owner of a pawn, how often its eyes met each other seat's since the pawn came to its card. */
    this.met = Array.from({ length: seats }, () => /** @type {number[]} */ (Array(seats).fill(0)));
    this.winks = /** @type {Wink[]} */ ([]);
    this.own = /** @type {Own[]} */ ([]);
    this.accusations = /** @type {Accusation[]} */ ([]);
    this.denied = /** @type {Set<string>} */ (new Set());
    this.asked = /** @type {{owner: number, seat: number, number: number | null} | null} */ (null);
    /** By beat and seat, the numbers that its pawn stood on. */
    this.stood = [this.pawns.map(() => /** @type {number[]} */ ([]))];
    this.holders = /** @type {Map<number, number>} */ (new Map()); // as far as it has come out
    this.heard = 0;
  }

  /** @param {number | string} actor @param {string} text */
  hear(actor, text) {
    const [verb, ...words] = text.split(" ");
    const by = Number(actor);
    if (verb === "beat") {
      this.beat += 1;
      this.stood.push(this.pawns.map((number) => (number === null ? [] : [number])));
    } else if (verb === "shows" || verb === "held")
      for (const number of words) this.holders.set(Number(number), by);
    else if (verb === "look") this.look(by, words[0] === "square" ? "square" : Number(words[0]));
    else if (verb === "wink") this.wink(by);
    else if (verb === "place") this.place(by, Number(words[0]));
    else if (verb === "leave") this.pawns[by] = null;
    else if (verb === "guess") {
      this.asked = { owner: by, seat: Number(words[0]), number: this.pawns[by] };
      this.pawns[by] = null;
    } else if (verb === "accuse") {
      const [seat, number] = words.map(Number);
      this.accusations.push({ by, seat, number, right: null });
      this.asked = { owner: this.pawns.indexOf(number), seat, number };
    } else if (verb === "yes" || verb === "no") this.answer(verb === "yes");
  }

  /** @param {number} by @param {Target} at */
  look(by, at) {
    this.looks[by] = at;
    if (at === "square" || this.looks[at] !== by) return;
    this.met[by][at] += 1;
    this.met[at][by] += 1;
  }

  /** @param {number} by */
  wink(by) {
    const at = this.looks[by];
    if (at === "square") return;
    if (by === this.seat)
      this.own.push({
        at,
        beat: this.beat,
        watched: this.looks.flatMap((target, other) => (target === by ? [other] : [])),
      });
    else this.winks.push({ by, at, beat: this.beat, number: this.pawns[at] });
  }

  /** @param {number} by @param {number} number */
  place(by, number) {
    this.pawns[by] = number;
    this.stood[this.beat][by].push(number);
    this.met[by] = this.looks.map((at, other) => Number(at === by && this.looks[by] === other));
  }

  /** @param {boolean} yes */
  answer(yes) {
    if (!this.asked) return;
    const { owner, seat, number } = this.asked;
    const last = this.accusations.at(-1);
    if (last?.right === null) {
      last.right = yes;
      if (yes && owner >= 0) this.pawns[owner] = null;
    }
    if (yes && number !== null) this.holders.set(number, seat);
    if (!yes && number !== null) this.denied.add(`${seat} ${number}`);
    this.asked = null;
  }
}

/** Whether a wink meant nothing, once it is known who held what: its pawn stood on no card of the winker's.
 * @param {Chronicle} chronicle @param {import("./types.js").Seen} wink */
export function isBluff({ stood, holders }, { by, at, beat }) {
  const numbers = stood[beat]?.[at] ?? [];
  return beat < stood.length && numbers.every((number) => holders.has(number) && holders.get(number) !== by);
}

/** @typedef {import("/link.js").Told} Told */
/** @typedef {import("./types.js").Line} Line */

/**
 * The chronicle up to now; without `told`, of what was seen happening.
 * @param {{told?: Told[], events: Line[], seats: number, seat: number | null}} props
 */
export function useChronicle({ told, events, seats, seat }) {
  const kept = useRef(
    /** @type {{chronicle: Chronicle, told: Told[] | undefined, events: Line[]} | null} */ (null),
  );
  return useMemo(() => {
    const old = kept.current;
    const goesOn =
      old !== null &&
      old.chronicle.seat === seat &&
      old.chronicle.looks.length === seats &&
      (told === undefined || (told.length >= old.chronicle.heard && told[0] === old.told?.[0]));
    const chronicle = goesOn && old ? old.chronicle : new Chronicle(seats, seat);
    if (told) {
      for (const one of told.slice(chronicle.heard)) if ("actor" in one) chronicle.hear(one.actor, one.text);
      chronicle.heard = told.length;
    } else if (old?.events !== events) for (const [actor, text] of events) chronicle.hear(actor, text);
    kept.current = { chronicle, told, events };
    return chronicle;
  }, [told, events, seats, seat]);
}

/** What speaks for a seat as the partner of a pawn's owner.
 * @typedef {{owner: number, number: number, seat: number, winked: boolean, met: number, denied: boolean}} Clue */

/**
 * By pawn, what is known about each pair: who winked first, then whose eyes met most often.
 * @param {Chronicle} chronicle @param {(number | null)[]} pawns as the view has them
 * @returns {{owner: number, number: number, clues: Clue[]}[]}
 */
export const pairs = (chronicle, pawns) =>
  pawns.flatMap((number, owner) => {
    if (number === null) return [];
    const clues = pawns.flatMap((_, seat) => {
      if (seat === owner || seat === chronicle.seat) return []; // what I hold myself I know
      const winked = chronicle.winks.some(
        (wink) => wink.by === seat && wink.at === owner && wink.number === number,
      );
      const denied = chronicle.denied.has(`${seat} ${number}`);
      const met = chronicle.met[owner][seat];
      return winked || denied || met ? [{ owner, number, seat, winked, met, denied }] : [];
    });
    const weight = (/** @type {Clue} */ clue) => (clue.denied ? -1 : clue.winked ? 1000 : 0) + clue.met;
    return [{ owner, number, clues: clues.sort((one, other) => weight(other) - weight(one)) }];
  });
