// The address of a place in a replay: /r/TABLE#LINE/EYES, where the eyes are a seat's number or `all`.

/** @typedef {import("/parts/replay.js").Place} Place */

/** @param {string} table @param {Place} place */
export const addressOf = (table, { at, eyes }) =>
  `/r/${encodeURIComponent(table)}#${at}${eyes === "" ? "" : `/${eyes}`}`;

/**
 * @param {string} hash
 * @param {number} seats
 * @returns {Place | null} nowhere in particular
 */
export function placeIn(hash, seats) {
  const [, at, eyes = ""] = /^#(\d{1,6})(?:\/(all|\d{1,2}))?$/.exec(hash) ?? [];
  if (at === undefined) return null;
  return { at: Number(at), eyes: eyes === "all" || Number(eyes) < seats ? eyes : "" };
}
