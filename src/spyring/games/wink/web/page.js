// The page around the board: how large it is, and the keys.

import { useEffect, useLayoutEffect, useRef, useState } from "/dom.js";
import { shapeOf } from "./layout.js";

const LYING = "(orientation: landscape) and (max-height: 35rem)"; // a phone on its side
const BELOW = 28; // pixels that the page keeps below a board
const NARROW = "(max-width: 60rem)"; // there a table has its tabs at the foot
const FOOT = 58;
const LOG = 0.15; // of the smaller side: what the big screen writes below it

/** The width of the board, the height from its top to what the page has below it, and how it is laid out.
 * @param {{current: HTMLElement | null}} root @param {boolean} screen */
export function useSize(root, screen) {
  const [size, setSize] = useState({
    width: Math.min(window.innerWidth, 1400),
    room: window.innerHeight,
    shape: shapeOf(window.innerWidth, false),
  });
  const measuring = useRef(() => {});
  useLayoutEffect(() => {
    const board = root.current;
    if (!board) return undefined;
    const measure = () => {
      if (!root.current) return; // a last word about a board that is gone
      const { top, width } = board.getBoundingClientRect();
      const shape = shapeOf(width, !screen && matchMedia(LYING).matches);
      const scrolled = window.scrollY + (board.closest(".stage")?.scrollTop ?? 0);
      const below =
        shape === "lying"
          ? 4
          : screen
            ? LOG * Math.min(window.innerWidth, window.innerHeight)
            : board.closest(".table") && matchMedia(NARROW).matches
              ? FOOT
              : BELOW;
      const above = Math.max(top + scrolled, 0);
      const room =
        window.innerHeight - (above < window.innerHeight / 2 ? above : window.innerHeight / 3) - below; // further down it is scrolled to
      setSize((old) =>
        Math.abs(old.width - width) < 1 && Math.abs(old.room - room) < 1 && old.shape === shape
          ? old
          : { width, room, shape },
      );
    };
    measuring.current = measure;
    const observer = new ResizeObserver(measure);
    observer.observe(board);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [screen]);
  useLayoutEffect(() => measuring.current()); // before anything is painted: what stands above may have grown
  return size;
}

const writing = (/** @type {EventTarget | null} */ target) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Single keys, except where somebody writes; a key with nothing to do says false. @param {Record<string, () => any>} keys @param {boolean} on */
export function useKeys(keys, on) {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!on) return undefined;
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.repeat ||
        event.defaultPrevented ||
        writing(event.target)
      )
        return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!Object.hasOwn(now.current, key)) return;
      if (now.current[key]() !== false) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}

/** Who plays by keyboard is led into what opens, and back when what had the focus is gone.
 * @param {HTMLElement} root @param {import("./choice.js").Choice | null} choice */
export function followFocus(root, choice) {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const byKey = root.querySelector(":focus-visible") !== null;
  if (choice && choice.kind !== "card" && (byKey || lost))
    /** @type {HTMLElement | null} */ (root.querySelector(".wink-panel .wink-pick"))?.focus({
      preventScroll: true,
    });
  else if (!choice && lost && opened.has(root))
    /** @type {HTMLElement | null} */ (root.querySelector(".wink-actions button"))?.focus({
      preventScroll: true,
    });
  if (choice) opened.add(root);
}

const opened = new WeakSet();
