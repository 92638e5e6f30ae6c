// Keys: single ones for the whole board, arrows that lead round a group or about a grid, and a focus that is not lost.
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

const STOPS = "button:not(:disabled), summary";

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Arrows in a list or a table of buttons, each of which Tab reaches too: to the nearest that way, and at the edge to
 * the one before or after.
 * @param {KeyboardEvent} event
 */
export function goAmong(event) {
  const arrow = ARROWS[event.key];
  const from = /** @type {HTMLElement} */ (event.target);
  if (!arrow || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const stops = [.../** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll(STOPS))].filter((one) =>
    one.checkVisibility(),
  );
  if (!stops.includes(from)) return;
  const here = middle(from);
  const way = (/** @type {HTMLElement} */ one) => {
    const { x, y } = middle(one);
    const along = (x - here.x) * arrow.x + (y - here.y) * arrow.y;
    const aside = Math.abs((x - here.x) * arrow.y) + Math.abs((y - here.y) * arrow.x);
    return { one, along, far: along + 3 * aside };
  };
  const ahead = stops.map(way).filter(({ along, far }) => along > 4 && far < 3 * along);
  const next = ahead.sort((a, b) => a.far - b.far)[0]?.one ?? stepRound(event.key, stops, from);
  if (!next || next === from) return;
  event.preventDefault();
  next.focus();
}

/**
 * Who plays by keys goes on from here: when what had the focus is gone or cannot be pressed any more, `next` has it.
 * @param {{current: HTMLElement | null}} place @param {(root: HTMLElement) => HTMLElement | null} next
 */
export function useKeptFocus(place, next) {
  const had = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const root = place.current;
    const take = (/** @type {FocusEvent} */ event) => {
      had.current = /** @type {HTMLElement} */ (event.target);
    };
    const leave = (/** @type {FocusEvent} */ event) => {
      if (event.relatedTarget && !root?.contains(/** @type {Node} */ (event.relatedTarget)))
        had.current = null;
    };
    root?.addEventListener("focusin", take);
    root?.addEventListener("focusout", leave);
    return () => {
      root?.removeEventListener("focusin", take);
      root?.removeEventListener("focusout", leave);
    };
  }, []);
  useEffect(() => {
    const last = had.current;
    const { activeElement } = document;
    if (!last || !place.current || (activeElement !== document.body && activeElement !== last)) return;
    if (last.isConnected && !last.matches(":disabled") && last.checkVisibility()) return;
    next(place.current)?.focus({ preventScroll: true });
  });
}
