// The seats round the square: each a face that can be tapped, with what is public about it.

import { classes, html, useMemo } from "/dom.js";
import { FaceArt } from "./faces.js";
import { Token } from "./seats.js";

const ICONS = {
  hand: html`<path d="M3 4L9 2.5L12 13L6 14.5Z" /><path d="M9.5 4L14 6L10 15" fill="none" stroke="currentColor" stroke-width="1.6" />`,
  counter: html`<path d="M8 1.5L14 4V8.5Q13 13 8 15Q3 13 2 8.5V4Z" />`,
  up: html`<path d="M8 1.5L10 6L15 6.4L11.2 9.6L12.4 14.5L8 11.8L3.6 14.5L4.8 9.6L1 6.4L6 6Z" />`,
  down: html`<rect x="3" y="1.5" width="10" height="13" rx="1.5" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M4 9L9 3M5 13L12 5" stroke="currentColor" stroke-width="1.4" />`,
  lantern: html`<path d="M8 .5V3M4.5 3H11.5M4.5 14H11.5" stroke="currentColor" stroke-width="1.6" /><ellipse cx="8" cy="8.5" rx="5.5" ry="5" />`,
  square: html`<path d="M1.5 1.5H5V6H1.5ZM6.3 1.5H9.8V6H6.3ZM11 1.5H14.5V6H11ZM1.5 7.3H5V11.8H1.5ZM6.3 7.3H9.8V11.8H6.3ZM11 7.3H14.5V11.8H11ZM1.5 13H14.5V14.6H1.5Z" />`,
  wink: html`<path d="M1.5 7Q8 13.5 14.5 7M3 9.8L1.5 12M8 11.5V14M13 9.8L14.5 12" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />`,
  eye: html`<path d="M1 8Q8 0 15 8Q8 16 1 8Z" fill="none" stroke="currentColor" stroke-width="1.7" /><circle cx="8" cy="8" r="3" />`,
  desk: html`<path d="M3 1.5H13V14.5H3Z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M5.5 5H10.5M5.5 8H10.5M5.5 11H8.5M1.500 4H4M1.500 8H4M1.500 12H4" stroke="currentColor" stroke-width="1.4" />`,
  twin: html`<path d="M2 3H9V12H2Z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M7 5H14V14H7Z" />`,
};

/** A small sign beside a number. @param {{name: keyof typeof ICONS}} props */
export const Icon = ({ name }) =>
  html`<svg class="wink-icon" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">${ICONS[name]}</svg>`;

/** @typedef {{seat: number, name: string, label: string, gaze: {x: number, y: number} | null, looks: number | "square" | null, pawn: number | null,
 *   atMe: boolean, active: boolean, watched: boolean, wished: boolean, chosen: boolean, dimmed: boolean, twin: boolean, wink: number | null,
 *   hand: number, counter: number, up: number, score: number | null, winner: boolean}} FaceProps */

/** Everything drawn of one seat; the same tree as long as nothing of it changed. @param {FaceProps} props */
export function FaceBody(props) {
  return useMemo(
    () => faceBody(props),
    Object.values({ ...props, gaze: `${props.gaze?.x} ${props.gaze?.y}`, label: "" }),
  );
}

const faceBody = (/** @type {FaceProps} */ p) => html`
  <span class="wink-head">
    ${p.active && html`<span class="wink-turn"><${Icon} name="lantern" /></span>`}
    <${FaceArt} seat=${p.seat} gaze=${p.gaze} />
    ${p.wink !== null && html`<span class="wink-mark"><${Icon} name="wink" /><${Token} seat=${p.wink} /></span>`}
    ${p.score !== null && html`<span class="wink-score">${p.score}</span>`}
  </span>
  <span class="wink-name"><${Token} seat=${p.seat} /><span>${p.name}</span></span>
  <span class="wink-stats">
    ${p.pawn !== null && html`<span class=${p.twin ? "wink-stands wink-twin" : "wink-stands"}>${p.pawn}</span>`}
    ${
      p.looks !== null &&
      html`<span class=${p.atMe ? "wink-looks wink-at-me" : "wink-looks"}>
      <span class="wink-eyes"><${Icon} name="eye" /></span>${p.looks === "square" ? html`<${Icon} name="square" />` : html`<${Token} seat=${p.looks} />`}</span>`
    }
    <span class="wink-stat wink-lesser"><${Icon} name="hand" />${p.hand}</span><span class="wink-stat"><${Icon} name="counter" />${p.counter}</span><span class="wink-stat wink-lesser"><${Icon} name="up" />${p.up}</span>
  </span>`;

/** The classes of a seat's button. @param {FaceProps} p */
export const faceClass = (p) =>
  classes(
    "wink-face",
    p.atMe && "wink-meets",
    p.active && "wink-active",
    p.watched && "wink-watched",
    p.wished && "wink-wished",
    p.chosen && "wink-chosen",
    p.dimmed && "wink-dimmed",
    p.winner && "wink-winner",
  );
