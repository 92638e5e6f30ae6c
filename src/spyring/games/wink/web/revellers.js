// The revellers of the square, put together from parts. A number's hat is its remainder by nine and its
// mask its remainder by four: no two of the thirty-six have both alike.

import { html } from "/dom.js";
import { BRASS, DUSK, INK, PAPER, PETROL, RED } from "./seats.js";

const ROSE = "#e79bab";
const SKY = "#a9c9d6";

/** Ground, hat, trimming, mask, cloak. */
const DRESSES = [
  [SKY, RED, BRASS, DUSK, PETROL],
  ["#e9cf98", PETROL, PAPER, RED, DUSK],
  [ROSE, DUSK, BRASS, PETROL, RED],
  ["#b9cbb0", "#7a2f3d", ROSE, BRASS, DUSK],
  ["#d9c6dd", BRASS, RED, DUSK, "#7a2f3d"],
  ["#f0b98d", INK, SKY, RED, PETROL],
  ["#c7d5c8", RED, PAPER, INK, BRASS],
];

/** @typedef {(...colours: string[]) => any} Part drawn in these colours */

/** @type {Part[]} */
const GROUNDS = [
  (c) => html`<circle cx="52" cy="54" r="44" fill=${c} />`,
  (c) => html`<path d="M0 100V62L100 22V100Z" fill=${c} />`,
  (c) => html`<path d="M14 100V40A36 36 0 0 1 86 40V100Z" fill=${c} />`,
  (c) => html`<path d="M50 6L96 54L50 100L4 54Z" fill=${c} />`,
  (c) => html`<path d="M0 46L16 34L32 46L48 34L64 46L80 34L100 48V100H0Z" fill=${c} />`,
];

/** @type {Part[]} */
const HATS = [
  (a, b) => html`<path d="M14 43Q28 15 50 15T86 43Q68 33 50 40T14 43Z" fill=${a} />
    <path d="M14 43Q32 36 50 40T86 43" fill="none" stroke=${b} stroke-width="4" stroke-linecap="round" /><circle cx="50" cy="27" r="5" fill=${b} />`,
  (
    a,
    b,
  ) => html`<path d="M30 46C30 30 22 24 8 28C14 8 38 10 43 28Z" fill=${a} /><path d="M70 46C70 30 78 24 92 28C86 8 62 10 57 28Z" fill=${a} />
    <path d="M30 46Q36 26 50 4Q64 26 70 46Q50 38 30 46Z" fill=${b} /><g fill=${a} stroke=${INK} stroke-width="1.5"><circle cx="9" cy="30" r="5" /><circle cx="91" cy="30" r="5" /><circle cx="50" cy="6" r="5" /></g>`,
  (a, b) =>
    html`<path d="M33 6H67L64 40H36Z" fill=${a} /><path d="M34.6 26H65.4L64.4 35H35.6Z" fill=${b} /><rect x="20" y="37" width="60" height="7" rx="3.5" fill=${a} />`,
  (a, b) =>
    html`<path d="M50 4L72 46Q50 38 28 46Z" fill=${a} /><g fill=${b}><circle cx="50" cy="6" r="6" /><circle cx="50" cy="23" r="4.4" /><circle cx="50" cy="36" r="4.8" /></g>`,
  (
    a,
    b,
  ) => html`${[-64, -32, 0, 32, 64].map((turn, i) => html`<g transform=${`rotate(${turn} 50 46)`}><ellipse cx="50" cy="22" rx="8" ry="20" fill=${i % 2 ? b : a} /><circle cx="50" cy="11" r="3.4" fill=${INK} /></g>`)}
    <path d="M28 45Q50 30 72 45L70 50Q50 38 30 50Z" fill=${a} />`,
  (
    a,
    b,
  ) => html`<path d="M28 46L20 12L38 30L50 6L62 30L80 12L72 46Q50 38 28 46Z" fill=${a} /><path d="M28.5 41Q50 33 71.5 41" fill="none" stroke=${b} stroke-width="4" />
    <g fill=${b}><circle cx="20" cy="12" r="5" /><circle cx="50" cy="7" r="5.4" /><circle cx="80" cy="12" r="5" /></g>`,
  (
    a,
    b,
  ) => html`<path d="M55 26C54 10 66 2 82 4C74 10 72 22 60 30Z" fill=${b} /><ellipse cx="50" cy="34" rx="28" ry="15" fill=${a} />
    <path d="M24 38Q44 18 70 24M28 44Q52 28 77 35" fill="none" stroke=${b} stroke-width="3" /><path d="M50 28L56 36L50 44L44 36Z" fill=${PAPER} stroke=${INK} stroke-width="1.5" />`,
  (
    a,
    b,
  ) => html`<path d="M31 38Q28 12 50 12T69 38Z" fill=${a} /><path d="M30.5 32Q50 26 69.5 32V39H30.5Z" fill=${b} /><ellipse cx="50" cy="41" rx="44" ry="6.5" fill=${a} />
    <path d="M68 34L86 22L84 36Z" fill=${b} />`,
  (a, b) =>
    html`<path d="M10 6Q12 46 50 46T90 6Q78 32 50 32T10 6Z" fill=${a} /><path d="M50 6L53.6 15L63 15.4L55.6 21.4L58 30.6L50 25.4L42 30.6L44.4 21.4L37 15.4L46.4 15Z" fill=${b} />`,
];

/** @param {number} left @param {number} right @param {number} y */
const eyes = (
  left,
  right,
  y,
) => html`<g fill=${PAPER}><ellipse cx=${left} cy=${y} rx="6" ry="4.4" /><ellipse cx=${right} cy=${y} rx="6" ry="4.4" /></g>
  <g fill=${INK}><circle cx=${left} cy=${y} r="2.7" /><circle cx=${right} cy=${y} r="2.7" /></g>`;

/** @type {Part[]} */
const MASKS = [
  (
    a,
    b,
  ) => html`<path d="M44 74Q50 79 56 74" fill="none" stroke=${RED} stroke-width="3" stroke-linecap="round" />
    <path d="M20 44Q38 47 50 53Q62 47 80 44Q80 69 63 68Q54 67 50 61Q46 67 37 68Q20 69 20 44Z" fill=${a} stroke=${b} stroke-width="2" />${eyes(38, 62, 58)}`,
  (
    a,
    b,
  ) => html`<path d="M30 49Q50 41 70 49L71 62Q84 68 97 86Q74 84 60 72Q40 76 31 65Z" fill=${a} /><path d="M69 63Q84 70 97 86" fill="none" stroke=${b} stroke-width="2" />
    <g fill=${PAPER} stroke=${b} stroke-width="3"><circle cx="41" cy="57" r="7" /><circle cx="60" cy="57" r="7" /></g><g fill=${INK}><circle cx="42" cy="57" r="3" /><circle cx="61" cy="57" r="3" /></g>`,
  (
    a,
    b,
  ) => html`<ellipse cx="50" cy="61" rx="23" ry="22" fill=${PAPER} stroke=${INK} stroke-width="1.5" /><path d="M50 39A23 22 0 0 1 50 83Z" fill=${a} />
    ${eyes(41, 59, 58)}<path d="M35 50Q41 45 46 50M54 50Q59 45 65 50" fill="none" stroke=${INK} stroke-width="2" /><path d="M44 72Q50 68 56 72Q50 79 44 72Z" fill=${RED} /><path d="M38 65L41 73L35 73Z" fill=${b} />`,
  (a, b) => html`<path d="M45 75H55" stroke=${RED} stroke-width="3.4" stroke-linecap="round" />
    <path d="M50 57C42 36 6 34 5 50C4 60 16 62 22 62C14 66 20 76 30 74C40 72 46 66 50 61C54 66 60 72 70 74C80 76 86 66 78 62C84 62 96 60 95 50C94 34 58 36 50 57Z" fill=${a} stroke=${b} stroke-width="2" />
    <g fill=${b}><circle cx="15" cy="50" r="4" /><circle cx="85" cy="50" r="4" /><circle cx="27" cy="69" r="2.6" /><circle cx="73" cy="69" r="2.6" /></g>${eyes(37, 63, 55)}`,
];

/** @type {Part[]} */
const COLLARS = [
  () =>
    html`<g fill=${PAPER} stroke=${INK} stroke-width="1.4">${[24, 34.5, 45, 55, 65.5, 76].map((x, i) => html`<ellipse cx=${x} cy=${i % 2 ? 86 : 84} rx="7.5" ry="9" />`)}</g>`,
  (a) =>
    html`<path d="M50 92L20 66L28 92L40 100ZM50 92L80 66L72 92L60 100Z" fill=${a} stroke=${INK} stroke-width="1.4" />`,
  (a) =>
    html`<path d="M50 88L26 76V100ZM50 88L74 76V100Z" fill=${a} stroke=${INK} stroke-width="1.4" /><circle cx="50" cy="88" r="5.4" fill=${PAPER} stroke=${INK} stroke-width="1.4" />`,
  (a) =>
    html`<path d="M34 80Q50 92 66 80" fill="none" stroke=${a} stroke-width="3" /><g fill=${a} stroke=${INK} stroke-width="1.2"><circle cx="37" cy="86" r="4" /><circle cx="46" cy="91" r="4.6" /><circle cx="56" cy="91" r="4.6" /><circle cx="65" cy="86" r="4" /></g>`,
  (a) =>
    html`<path d="M16 92L28 80L40 92L50 80L60 92L72 80L84 92V100H16Z" fill=${a} stroke=${INK} stroke-width="1.4" />`,
];

/** @type {Part[]} */
const PATTERNS = [
  () => null,
  (c) => html`<path d="M14 100L24 82M30 100L38 80M62 80L70 100M76 82L86 100" stroke=${c} stroke-width="3" />`,
  (c) =>
    html`<g fill=${c}><circle cx="22" cy="94" r="3" /><circle cx="36" cy="90" r="3" /><circle cx="64" cy="90" r="3" /><circle cx="78" cy="94" r="3" /></g>`,
];

const plume = (/** @type {string} */ c) =>
  html`<path d="M66 38C68 18 78 8 94 10C96 22 88 36 70 42Z" fill=${c} stroke=${INK} stroke-width="1.2" /><path d="M69 40Q78 24 91 13" fill="none" stroke=${INK} stroke-width="1.4" />`;

/** One reveller in a box of 100 by 100. @param {number} number */
function reveller(number) {
  const hat = number % HATS.length;
  const mask = number % MASKS.length;
  const [ground, main, trim, masked, cloak] = DRESSES[(number * 3) % DRESSES.length];
  // Every second one turns the other way; the number keeps the upper left corner free.
  const facing = Math.floor(number / 4) % 2 ? "matrix(-1 0 0 1 100 0)" : null;
  const plumed = number % 5 === 2 && hat !== 4 && hat !== 8;
  return html`<symbol id=${`wink-reveller-${number}`} viewBox="0 0 100 100">
    ${GROUNDS[Math.floor((number * 2) / 3) % GROUNDS.length](ground)}
    <g transform=${facing}>
      ${plumed && plume(trim)}
      <path d="M8 100Q12 82 36 79H64Q88 82 92 100Z" fill=${cloak} />${PATTERNS[number % 3](trim)}
      <path d="M43 70H57V84H43Z" fill="#d8a77c" /><ellipse cx="50" cy="60" rx="18" ry="21" fill=${number % 2 ? "#e6bd94" : "#b07a54"} />
      ${COLLARS[number % COLLARS.length](trim)}${mask === 1 ? [HATS[hat](main, trim), MASKS[mask](masked, trim)] : [MASKS[mask](masked, trim), HATS[hat](main, trim)]}
    </g>
  </symbol>`;
}

/** All revellers up to a number, to be drawn once for the page. @param {number} numbers */
export const revellers = (numbers) => Array.from({ length: numbers }, (_, i) => reveller(i + 1));

/** A reveller wherever one is wanted. @param {{number: number}} props */
export const Reveller = ({ number }) =>
  html`<svg class="wink-reveller" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax meet" aria-hidden="true"><use href=${`#wink-reveller-${number}`} /></svg>`;
