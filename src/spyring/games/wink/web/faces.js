// The faces of the seats: half masks with big eyes that turn to what a seat looks at.

import { html } from "/dom.js";
import { BRASS, INK, PAPER, RED, SEAT_COLOURS, seatFill } from "./seats.js";

const SKINS = ["#ecc9a3", "#a86f49", "#d9a577", "#7d4f35"];
const HAIRS = [INK, "#5a2f22", "#d9c9a8", "#2a3350"];

/** What each seat wears above the mask. */
const HEADS = [
  html`<path d="M14 30Q34 2 60 4T106 30Q82 19 60 23T14 30Z" fill=${INK} /><path d="M14 30Q36 20 60 23T106 30" fill="none" stroke=${BRASS} stroke-width="3.4" />`,
  html`<path d="M25 54C18 22 36 5 60 5S102 22 95 54Q88 32 60 22Q32 32 25 54Z" fill=${HAIRS[1]} /><circle cx="88" cy="16" r="8" fill=${RED} /><circle cx="88" cy="16" r="3" fill=${PAPER} />`,
  html`<g fill=${INK}><circle cx="30" cy="25" r="11" /><circle cx="45" cy="14" r="12" /><circle cx="62" cy="11" r="12" /><circle cx="78" cy="15" r="12" /><circle cx="91" cy="26" r="11" /></g>`,
  html`<path d="M38 1H82L79 25H41Z" fill=${INK} /><path d="M41 16H79.5L79 23H41Z" fill=${RED} /><rect x="22" y="22" width="76" height="7" rx="3.5" fill=${INK} />`,
  html`<path d="M27 34C27 14 42 7 60 7S93 14 93 34Q76 20 60 22T27 34Z" fill=${HAIRS[2]} /><path d="M84 26C82 10 90 0 106 -2C108 12 102 24 88 30Z" fill=${RED} stroke=${INK} />`,
  html`<path d="M28 32C28 14 44 9 60 9S92 14 92 32Q76 22 60 22T28 32Z" fill=${HAIRS[1]} /><circle cx="60" cy="5" r="10" fill=${HAIRS[1]} /><path d="M46 10L74 2" stroke=${BRASS} stroke-width="3" stroke-linecap="round" />`,
  html`<path d="M28 34C30 18 22 10 8 14C14 -2 40 0 48 20Z" fill=${RED} /><path d="M92 34C90 18 98 10 112 14C106 -2 80 0 72 20Z" fill=${BRASS} /><path d="M28 34Q44 8 60 12T92 34Q76 22 60 22T28 34Z" fill=${INK} /><circle cx="9" cy="16" r="5" fill=${BRASS} /><circle cx="111" cy="16" r="5" fill=${RED} />`,
  html`<path d="M24 36Q26 6 60 6T96 36Q78 22 60 22T24 36Z" fill=${BRASS} /><path d="M26 28Q50 8 84 12M40 24Q64 14 94 27" fill="none" stroke=${INK} stroke-width="2.4" /><path d="M60 10L66 18L60 26L54 18Z" fill=${PAPER} stroke=${INK} />`,
];

const MASKS = [
  "M10 28Q36 26 60 35Q84 26 110 28Q112 66 82 64Q66 62 60 54Q54 62 38 64Q8 66 10 28Z",
  "M18 44C18 24 44 24 60 34C76 24 102 24 102 44C102 68 72 68 60 55C48 68 18 68 18 44Z",
  "M4 22Q34 32 60 32T116 22Q108 40 104 50Q96 66 80 64Q66 62 60 54Q54 62 40 64Q24 66 16 50Q12 40 4 22Z",
  "M14 32H106V52Q100 66 82 64Q68 62 60 53Q52 62 38 64Q20 66 14 52Z",
];

const MOUTHS = [
  html`<path d="M50 76Q60 83 71 75" fill="none" stroke=${INK} stroke-width="2.8" stroke-linecap="round" />`,
  html`<path d="M50 77Q55 73 60 75Q65 73 70 77Q60 84 50 77Z" fill=${RED} />`,
  html`<path d="M46 72Q54 68 60 72Q66 68 74 72Q66 78 60 74Q54 78 46 72Z" fill=${INK} /><path d="M54 80H66" stroke=${RED} stroke-width="2.6" stroke-linecap="round" />`,
  html`<path d="M52 78H68" stroke=${INK} stroke-width="2.8" stroke-linecap="round" />`,
];

const EYE_LEFT = 39;
const EYE_RIGHT = 81;
const EYE_HEIGHT = 45;

/** Drawn once for the page: what an eye lets through. */
export const eyeClip = () => html`<clipPath id="wink-eye"><ellipse rx="16.5" ry="13" /></clipPath>`;

const STATIC = SEAT_COLOURS.map(
  (_, seat) => () =>
    html`
    <ellipse cx="60" cy="51" rx="33" ry="38" fill=${SKINS[(seat * 3) % SKINS.length]} />
    ${MOUTHS[seat % MOUTHS.length]}${HEADS[seat]}
    <path class="wink-mask" d=${MASKS[(seat + Math.floor(seat / 4)) % MASKS.length]} fill=${seatFill(seat)} stroke=${INK} stroke-width="2" stroke-linejoin="round" />`,
);

/** @param {{seat: number, x: number, gaze: {x: number, y: number}, winks: boolean}} props the right one is the one that winks */
const Eye = ({ seat, x, gaze, winks }) => html`<g transform=${`translate(${x} ${EYE_HEIGHT})`}>
  <ellipse rx="16.5" ry="13" fill=${PAPER} />
  <g clip-path="url(#wink-eye)">
    <g class="wink-pupil" style=${{ transform: `translate(${gaze.x}px, ${gaze.y}px)` }}>
      <circle r="9" fill=${INK} /><circle cx="-3" cy="-3.4" r="2.8" fill=${PAPER} />
    </g>
    <rect class=${winks ? "wink-lid wink-lid-winks" : "wink-lid"} x="-17" y="-14" width="34" height="28" fill=${SEAT_COLOURS[seat]} stroke=${INK} stroke-width="1.6" />
  </g>
  <ellipse rx="16.5" ry="13" fill="none" stroke=${INK} stroke-width="2.2" />
</g>`;

/** @param {{x: number}} props */
const Asleep = ({
  x,
}) => html`<path d=${`M${x - 14} ${EYE_HEIGHT}Q${x} ${EYE_HEIGHT + 13} ${x + 14} ${EYE_HEIGHT}`} fill="none" stroke=${INK} stroke-width="3.4" stroke-linecap="round" />
  <path d=${`M${x - 14} ${EYE_HEIGHT}Q${x} ${EYE_HEIGHT + 13} ${x + 14} ${EYE_HEIGHT}`} fill="none" stroke=${PAPER} stroke-width="1.4" stroke-linecap="round" />`;

/** A seat's face; without a gaze (`eyes table`) its eyes are shut in a smile.
 * @param {{seat: number, gaze: {x: number, y: number} | null}} props */
export const FaceArt = ({
  seat,
  gaze,
}) => html`<svg class="wink-face-art" viewBox="0 -6 120 96" aria-hidden="true">
  ${STATIC[seat]()}
  ${
    gaze
      ? html`<${Eye} seat=${seat} x=${EYE_LEFT} gaze=${gaze} winks=${false} /><${Eye} seat=${seat} x=${EYE_RIGHT} gaze=${gaze} winks=${true} />`
      : html`<${Asleep} x=${EYE_LEFT} /><${Asleep} x=${EYE_RIGHT} />`
  }
</svg>`;
