// The games that were played to their end on this device. Nothing of it is ever sent.

import { solved } from "/casebook.js";
import { kept } from "/device.js";

const MOST = 2000; // games that are kept; the oldest go
const KIND = "spyring record";

/**
 * A finished game: `readable` is how sure of the truth about this seat the others could be on average, `marks` how many of
 * its marks in notes and dossiers there were, and `right` how many of them were right.
 * @typedef {{id: string, game: string, seat: number, seats: number, won: boolean, lines: number, at: number,
 *   readable: number | null, marks: number, right: number}} Played
 */

export const played = kept("record", /** @type {Played[]} */ ([]));

/** Add games that are not there yet. @param {Played[]} games @returns {number} how many were new */
export function keepGames(games) {
  const fresh = games.filter(
    ({ id, seat }) => !played.value.some((one) => one.id === id && one.seat === seat),
  );
  if (fresh.length)
    played.value = [...played.value, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST);
  return fresh.length;
}

/**
 * How sure of the truth about a seat the others could be, on average over the lines of the game.
 * @param {import("/wire.js").Story} story @param {number} seat
 */
export function readable(story, seat) {
  let sum = 0;
  let lines = 0;
  story.seats.forEach(({ known }, other) => {
    if (other === seat) return;
    known.forEach(({ line, sure }, number) => {
      const share = sure[seat];
      const lasts = (known[number + 1]?.line ?? story.lines) - line;
      if (share === null || share === undefined) return;
      sum += share * lasts;
      lines += lasts;
    });
  });
  return lines ? sum / lines : null;
}

/**
 * What a seat took the others for, in its notes and in what it wrote down: how many of these were right.
 * @param {import("/wire.js").Story} story @param {number} seat @param {import("/games.js").Board} board
 */
export function readings(story, seat, board) {
  const truth = story.truth.at(-1)?.seats ?? [];
  const { notes, moments } = story.seats[seat] ?? { notes: [], moments: [] }; // not every game has a story
  /** @type {Record<string, string>} */
  const marks = Object.assign({}, ...notes.map((note) => note.marks));
  const noted = Object.entries(marks).flatMap(([cell, mark]) => {
    const [row, ...kind] = cell.split(" ");
    return mark === "yes" && truth[Number(row)] ? [{ seat: Number(row), kind: kind.join(" ") }] : [];
  });
  const written = moments
    .filter(({ kind }) => kind === "accusation")
    .flatMap(({ actor, text }) => board.guessed?.([actor, text]) ?? []);
  const all = [...noted, ...written];
  return { marks: all.length, right: all.filter((one) => truth[one.seat]?.includes(one.kind)).length };
}

/** Everything, as a file. */
export function exported() {
  return JSON.stringify({ kind: KIND, games: played.value, cases: solved.value });
}

/** @param {unknown} value */
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

/** @param {any} one @returns {one is Played} */
const isPlayed = (one) =>
  typeof one?.id === "string" &&
  typeof one.game === "string" &&
  typeof one.won === "boolean" &&
  (one.readable === null || isNumber(one.readable)) &&
  [one.seat, one.seats, one.lines, one.at, one.marks, one.right].every(isNumber);

/** @param {any} one @returns {one is import("/casebook.js").Solved} */
const isSolved = (one) =>
  Array.isArray(one?.shares) &&
  Array.isArray(one.scores) &&
  [...one.shares, ...one.scores, one.truth, one.at].every(isNumber) &&
  typeof one.game === "string" &&
  typeof one.level === "string";

/** Add what another device has saved. @param {string} text @returns {number | null} how much was new; null: it is no such file */
export function imported(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.kind !== KIND || !Array.isArray(found.games)) return null;
  const cases = Object.entries(found.cases ?? {});
  if (!found.games.every(isPlayed) || !cases.every(([, one]) => isSolved(one))) return null;
  const fresh = cases.filter(([key]) => !solved.value[key]);
  solved.value = { ...Object.fromEntries(cases), ...solved.value };
  return keepGames(found.games) + fresh.length;
}
