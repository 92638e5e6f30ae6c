// The seats: a mask of its own colour and pattern, and a mark of its own number and shape.

import { html } from "/dom.js";

export const INK = "#14181f";
export const PAPER = "#f4ecdc";
export const RED = "#d8432b";
export const BRASS = "#c8993a";
export const PETROL = "#2b6f77";
export const DUSK = "#39406b";

/** @type {string[]} one colour for each seat: the hues that the house gives them, in the light of lanterns */
export const SEAT_COLOURS = [
  "#dc4a31",
  "#4a96c9",
  "#5aa86b",
  "#ad7fbd",
  "#cf9f45",
  "#3aa3a8",
  "#d874a4",
  "#93a0b3",
];

const MARKS = [
  null,
  html`<path d="M-2 10L10 -2M2 14L14 2" stroke=${PAPER} stroke-width="2.4" />`,
  html`<g fill=${INK}><circle cx="3" cy="3" r="1.7" /><circle cx="9" cy="9" r="1.7" /></g>`,
  html`<path d="M0 0H6V6H12V12H6V6H0Z" fill=${INK} fill-opacity=".55" />`,
  html`<path d="M0 3H12M0 9H12" stroke=${RED} stroke-width="2" />`,
  html`<path d="M0 9L6 3L12 9" fill="none" stroke=${PAPER} stroke-width="2.2" />`,
  html`<path d="M6 2V10M2 6H10" stroke=${PAPER} stroke-width="2" />`,
  html`<circle cx="6" cy="6" r="3.6" fill="none" stroke=${DUSK} stroke-width="1.9" />`,
];

/** The number that people read for a seat: seats are counted from 0 in the notation, from 1 at a table.
 * @param {number} seat */
export const seatNumber = (seat) => seat + 1;

/** @param {number} seat */
export const seatFill = (seat) => `url(#wink-seat-${seat})`;

/** The patterns of all seats, to be drawn once for the page. */
export const seatPatterns = () =>
  SEAT_COLOURS.map(
    (
      colour,
      seat,
    ) => html`<pattern id=${`wink-seat-${seat}`} width="12" height="12" patternUnits="userSpaceOnUse">
      <rect width="12" height="12" fill=${colour} />${MARKS[seat]}
    </pattern>`,
  );

/** Marks of seats have no mask's colour: ink, brass, and paper with a line of either; the last four are square.
 * @type {{fill: string, line: string, ink: string}[]} */
const DRESS = [
  { fill: INK, line: INK, ink: PAPER },
  { fill: BRASS, line: INK, ink: INK },
  { fill: PAPER, line: INK, ink: INK },
  { fill: PAPER, line: BRASS, ink: INK },
];

const dressOf = (/** @type {number} */ seat) => DRESS[seat % DRESS.length];

/** A round or square plate round a point. @param {number} seat @param {number} x @param {number} y @param {number} r @param {object} look */
const plate = (seat, x, y, r, look) =>
  seat < DRESS.length
    ? html`<circle cx=${x} cy=${y} r=${r} ...${look} />`
    : html`<rect x=${x - r} y=${y - r} width=${2 * r} height=${2 * r} rx="2.5" ...${look} />`;

const TOKENS = SEAT_COLOURS.map((_, seat) => () => {
  const { fill, line, ink } = dressOf(seat);
  return html`<svg class="wink-token" viewBox="0 0 24 24" aria-hidden="true">
    ${plate(seat, 12, 12, 11.8, { fill: PAPER })}${plate(seat, 12, 12, 10, { fill, stroke: line, "stroke-width": 1.8 })}
    ${line === BRASS && plate(seat, 12, 12, 7.4, { fill, stroke: line })}
    <text x="12" y="17.2" text-anchor="middle" fill=${ink}>${seatNumber(seat)}</text>
  </svg>`;
});

/** A seat's mark: its number on its shape. @param {{seat: number}} props */
export const Token = ({ seat }) => TOKENS[seat]();

const PAWN_BODY = "M20 13C27 21 34 35 36 46Q37 51 31 51H9Q3 51 4 46C6 35 13 21 20 13Z";

const PAWNS = SEAT_COLOURS.map((_, seat) => () => {
  const { fill, line } = dressOf(seat);
  const body = { fill, stroke: line === BRASS ? BRASS : INK, "stroke-width": line === BRASS ? 3.4 : 2 };
  return html`<svg class="wink-pawn-art" viewBox="0 -2 40 58" aria-hidden="true">
    <ellipse cx="21" cy="51" rx="18" ry="3" fill=${INK} fill-opacity=".35" />
    <g fill=${PAPER} stroke=${PAPER} stroke-width="6" stroke-linejoin="round"><path d=${PAWN_BODY} /><circle cx="20" cy="10" r="8.6" /></g>
    <path d=${PAWN_BODY} ...${body} /><circle cx="20" cy="10" r="8.6" ...${body} />
    ${plate(seat, 20, 35, 11.5, { fill: PAPER, stroke: INK, "stroke-width": 1.4 })}
    <text x="20" y="42" text-anchor="middle">${seatNumber(seat)}</text>
  </svg>`;
});

/** A seat's pawn. @param {{seat: number}} props */
export const Pawn = ({ seat }) => PAWNS[seat]();

/** Where a pawn may go: its outline, empty. */
export const Empty = () =>
  html`<svg class="wink-empty" viewBox="0 -2 40 58" aria-hidden="true"><g fill=${PAPER} stroke=${INK} stroke-width="3.4" stroke-dasharray="6 4"><path d=${PAWN_BODY} /><circle cx="20" cy="10" r="8.6" /></g></svg>`;
