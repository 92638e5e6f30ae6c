// Keys: single ones for the whole board, and arrows that lead round a group or about a grid.
import { useEffect, useRef, useState } from "/dom.js";

const inside = (/** @type {EventTarget | null} */ target, /** @type {string} */ places) =>
  target instanceof Element && target.closest(places) !== null;

/** Not for the board: what goes to a dialog, and a letter where somebody writes. @param {KeyboardEvent} event */
const isElsewhere = ({ target, key }) =>
  inside(target, "dialog") ||
  (key.length === 1 && inside(target, "input, textarea, select, [contenteditable]"));

/**
 * Single keys, wherever the focus is.
 * @param {Record<string, () => unknown>} keys what each does; one that found nothing to do returns false
 * @param {boolean} [on]
 */
export function useKeys(keys, on = true) {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!on) return undefined;
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isElsewhere(event) || !Object.hasOwn(now.current, key)) return;
      if (now.current[key]() !== false) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}

/** @type {Record<string, {x: number, y: number}>} */
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Where an arrow key leads in a round: on with Right and Down, back with Left and Up.
 * @template T
 * @param {string} key @param {T[]} round @param {T} from
 * @returns {T | null} nowhere with any other key
 */
export function stepRound(key, round, from) {
  const arrow = ARROWS[key];
  const place = round.indexOf(from);
  return arrow && place >= 0 ? round[(place + arrow.x + arrow.y + round.length) % round.length] : null;
}

/**
 * Where an arrow key, Home or End leads in a grid whose places are numbered from 1; at the edge one stays.
 * @param {string} key @param {number} columns @param {number} count @param {number} from
 * @returns {number | null} nowhere with any other key
 */
export function stepGrid(key, columns, count, from) {
  if (key === "Home") return 1;
  if (key === "End") return count;
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const next = from + arrow.x + arrow.y * columns;
  return next >= 1 && next <= count ? next : from;
}

/**
 * A group with one stop for Tab: the arrows lead from one to the next, each marked as `data-NAME`.
 * @template {number | null} T
 * @param {string} name @param {T} first @param {(key: string, from: T) => T | null} step
 */
export function useRoving(name, first, step) {
  const [at, setAt] = useState(first);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const next = step(event.key, at);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    const group = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement | null} */ (group.querySelector(`[data-${name}="${next}"]`))?.focus();
  };
  return { at, setAt, onKeyDown };
}
