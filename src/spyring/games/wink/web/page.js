// The page around the board: how much room it leaves, and where the focus goes.

import { isLying } from "/kit/size.js";
import { shapeOf } from "./layout.js";

const BELOW = 28; // pixels that the page keeps below a board
const NARROW = "(max-width: 60rem)"; // there a table has its tabs at the foot
const FOOT = 58;
const LOG = 0.15; // of the smaller side: what the big screen writes below it

/** Before there is a board. */
export const firstSize = () => ({
  width: Math.min(window.innerWidth, 1400),
  room: window.innerHeight,
  shape: shapeOf(window.innerWidth, false),
});

/** The width of the board, the height from its top to what the page has below it, and how it is laid out.
 * @param {HTMLElement} board @param {boolean} screen */
export function sizeOf(board, screen) {
  const { top, width } = board.getBoundingClientRect();
  const shape = shapeOf(width, !screen && isLying());
  const scrolled = window.scrollY + (board.closest(".stage")?.scrollTop ?? 0);
  const above = Math.max(top + scrolled, 0);
  const begins = above < window.innerHeight / 2 ? above : window.innerHeight / 3; // further down it is scrolled to
  return { width, room: window.innerHeight - begins - below(board, shape, screen), shape };
}

/** @param {HTMLElement} board @param {string} shape @param {boolean} screen */
function below(board, shape, screen) {
  if (shape === "lying") return 4;
  if (screen) return LOG * Math.min(window.innerWidth, window.innerHeight);
  return board.closest(".table") && matchMedia(NARROW).matches ? FOOT : BELOW;
}

/** Who plays by keyboard is led into what opens.
 * @param {HTMLElement} root @param {import("./choice.js").Choice | null} choice */
export function followFocus(root, choice) {
  const lost = document.activeElement === document.body || document.activeElement === null;
  const byKey = root.querySelector(":focus-visible") !== null;
  if (choice && choice.kind !== "card" && (byKey || lost))
    /** @type {HTMLElement | null} */ (root.querySelector(".wink-panel .wink-pick"))?.focus({
      preventScroll: true,
    });
}
