// What this device remembers: choices and tickets. Nothing of it is ever sent but the tickets.
import { signal } from "/dom.js";

const PREFIX = "spyring.";
const MOST_TABLES = 40;

/**
 * @param {string} key
 * @param {any} otherwise
 * @returns {any}
 */
export function recall(key, otherwise) {
  try {
    const kept = localStorage.getItem(PREFIX + key);
    return kept === null ? otherwise : JSON.parse(kept);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // a full or forbidden store: the page works on, and remembers less
  }
}

/**
 * A signal that outlives the page.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 */
export function kept(key, otherwise) {
  const value = signal(/** @type {T} */ (recall(key, otherwise)));
  value.subscribe((now) => {
    if (now !== otherwise || recall(key, undefined) !== undefined) keep(key, now);
  });
  return value;
}

export const theme = kept("theme", /** @type {"dark" | "light" | null} */ (null));
export const sounds = kept("sounds", true);
export const covered = kept("covered", false);
export const plain = kept("plain", false); // the board as text
/** How fast the film runs on this device: what a scene's length is multiplied with. @type {Record<string, number>} */
export const PACES = { calm: 1.6, normal: 1, fast: 0.5, once: 0 };
export const pace = kept("pace", "normal");
export const myName = kept("name", "");

/**
 * A table that this device has been at; `round`: the people who share this device there; `dealt`: the secret that each
 * seat has looked at last; `others` and `points`: who plays with this seat, and what it has scored.
 * @typedef {{id: string, code: string, game: string, phase: string, at: number, ticket?: string,
 *   host?: string, won?: boolean, round?: {name: string, ticket: string}[], dealt?: Record<number, string>, others?: string[], points?: number}} Visit
 */

export const visits = kept("tables", /** @type {Visit[]} */ ([]));

/**
 * @param {string} id
 * @returns {Visit | undefined}
 */
export function visit(id) {
  return visits.value.find((one) => one.id === id || one.code === id.toUpperCase());
}

/**
 * Remember more about a table.
 * @param {Partial<Visit> & {id: string}} more
 */
export function remember(more) {
  /** @type {Omit<Visit, "id">} */
  const old = visit(more.id) ?? { code: "", game: "", phase: "open", at: 0 };
  // At a rematch everybody's ticket is good again, so who shares a device goes on sharing it.
  const round =
    more.round ??
    old.round ??
    visits.value.find((one) => one.round?.some(({ ticket }) => ticket === more.ticket))?.round;
  const now = { ...old, at: Date.now(), ...more, round };
  visits.value = [now, ...visits.value.filter((one) => one.id !== more.id)].slice(0, MOST_TABLES);
}

/** Whether a seat of this device has looked at a secret. @param {string} id @param {number} seat @param {string} key */
export function isConfirmed(id, seat, key) {
  return visit(id)?.dealt?.[seat] === key;
}

/** @param {string} id @param {number} seat @param {string} key */
export function confirmDeal(id, seat, key) {
  remember({ id, dealt: { ...visit(id)?.dealt, [seat]: key } });
}

/** @param {string} id */
export function forget(id) {
  visits.value = visits.value.filter((one) => one.id !== id);
}

/** A number that nobody else has: names an act, so that it is done once. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
