// The pictures on the Top Secret cards: 100 square about the middle, in ink, red, petrol and brass.
import { html } from "/dom.js";
import { Mark, Safe } from "./figures.js";

const INK = "#14181f";
const RED = "#d8432b";
const PETROL = "#2b6f77";

/** A figure in a hat. @param {{x: number, y?: number, fill?: string, size?: number}} props */
const Person = ({ x, y = 34, fill = INK, size = 1 }) => html`
  <path transform=${`translate(${x} ${y}) scale(${size})`} fill=${fill}
    d="M-16 0 L-12 -28 Q-10 -34 -5 -35 L5 -35 Q10 -34 12 -28 L16 0 Z M-6 -44 h12 v7 l-6 4 l-6 -4 Z M-15 -45 Q0 -41 15 -45 L9 -48 L8 -57 Q0 -62 -8 -57 L-9 -48 Z" />`;

/** A bold arrow that points forward (right) or back (left). @param {{x: number, y: number, back?: boolean, long?: number, fill?: string}} props */
const Arrow = ({ x, y, back = false, long = 26, fill = RED }) => html`
  <path transform=${`translate(${x} ${y}) scale(${back ? -1 : 1} 1)`} fill=${fill}
    d=${`M${-long / 2} -5 H${long / 2 - 14} V-13 L${long / 2} 0 L${long / 2 - 14} 13 V5 H${-long / 2} Z`} />`;

/** @param {{x: number, y: number, text: string, fill?: string}} props */
const Figures = ({ x, y, text, fill = RED }) =>
  html`<text class="heimlich-number" x=${x} y=${y} text-anchor="middle" font-size="22" fill=${fill}>${text}</text>`;

/** @param {{x: number, size?: number}} props */
const Chapel = ({ x, size = 1 }) => html`
  <path transform=${`translate(${x} 34) scale(${size})`} fill=${PETROL} d="M-24 0 V-28 L-6 -44 L6 -34 V-52 L15 -72 L24 -52 V0 Z" />
  <path transform=${`translate(${x} 34) scale(${size})`} fill="#f4ecdc" d="M-13 0 v-14 a6 6 0 0 1 12 0 v14 Z M12 -40 v-8 a3.500 3.500 0 0 1 7 0 v8 Z" />`;

/** @param {{x: number, size?: number}} props */
const Ruin = ({ x, size = 1 }) => html`
  <path transform=${`translate(${x} 34) scale(${size})`} fill=${PETROL} d="M-26 0 V-40 l7 5 l5 -15 l9 10 l4 -6 V-20 h5 V-52 l8 -9 l5 10 l8 -4 V0 h-11 v-14 a7 7 0 0 0 -14 0 V0 Z" />
  <circle cx=${x - 14} cy="-20" r="3.500" fill="#c8993a" /><circle cx=${x - 5} cy="-20" r="3.500" fill="#c8993a" />`;

const Vault = (/** @type {{x: number, y: number, size?: number}} */ { x, y, size = 0.85 }) =>
  html`<g transform=${`translate(${x} ${y}) scale(${size})`}><${Safe} /></g>`;

const Swap = (/** @type {{y: number}} */ { y }) => html`
  <path d=${`M-22 ${y} q22 -18 38 -4`} fill="none" stroke=${RED} stroke-width="6" /><path d=${`M10 ${y - 12} l16 4 l-9 14 Z`} fill=${RED} />
  <path d=${`M22 ${y + 12} q-22 18 -38 4`} fill="none" stroke=${RED} stroke-width="6" /><path d=${`M-10 ${y + 24} l-16 -4 l9 -14 Z`} fill=${RED} />`;

const PICTURES = /** @type {Record<string, () => unknown>} */ ({
  "back-1-2": () =>
    html`<${Person} x=${22} /><${Arrow} x=${-20} y=${18} back /><${Figures} x=${-21} y=${-4} text="1·2" />`,
  "one-step": () =>
    html`<${Person} x=${0} /><${Arrow} x=${-34} y=${14} back long=${24} /><${Arrow} x=${34} y=${14} long=${24} />`,
  "two-back": () =>
    html`<${Person} x=${4} fill=${PETROL} /><${Person} x=${30} /><${Arrow} x=${-30} y=${14} back />`,
  "two-forward": () =>
    html`<${Person} x=${-4} fill=${PETROL} /><${Person} x=${-30} /><${Arrow} x=${30} y=${14} />`,
  "off-the-safe": () =>
    html`<${Vault} x=${0} y=${24} /><${Person} x=${0} y=${8} size=${0.9} /><${Arrow} x=${-35} y=${-14} back long=${24} /><${Arrow} x=${35} y=${-14} long=${24} />`,
  "to-ruins": () =>
    html`<${Person} x=${-32} /><${Arrow} x=${-6} y=${12} long=${20} /><${Ruin} x=${26} size=${0.9} />`,
  "all-to-church": () =>
    html`<${Chapel} x=${0} size=${0.95} /><${Person} x=${-36} size=${0.62} /><${Person} x=${36} size=${0.62} /><${Person} x=${-22} size=${0.5} y=${40} fill=${RED} /><${Person} x=${24} size=${0.5} y=${40} fill=${RED} />`,
  "swap-agents": () =>
    html`<${Person} x=${-34} size=${0.9} /><${Person} x=${34} size=${0.9} fill=${PETROL} /><${Swap} y=${0} />`,
  "join-agent": () =>
    html`<${Person} x=${-34} /><${Arrow} x=${-6} y=${12} long=${22} /><${Person} x=${24} fill=${PETROL} /><path d="M4 40 h42" stroke=${INK} stroke-width="4" />`,
  "ruins-to-church": () =>
    html`<${Ruin} x=${-28} size=${0.72} /><${Arrow} x=${1} y=${14} long=${20} /><${Chapel} x=${30} size=${0.72} />`,
  "forward-1-3": () =>
    html`<${Person} x=${-26} /><${Arrow} x=${18} y=${18} long=${34} /><${Figures} x=${17} y=${-4} text="1·2·3" />`,
  "to-safe": () =>
    html`<${Person} x=${-30} /><${Arrow} x=${-4} y=${12} long=${22} /><${Vault} x=${29} y=${12} size=${0.95} />`,
  "move-safe": () => html`<${Vault} x=${-20} y=${10} size=${1.05} /><${Arrow} x=${28} y=${10} long=${36} />`,
  "markers-plus-3": () => html`
    <circle cx="-24" cy="16" r="20" fill=${PETROL} /><rect x="6" y="-4" width="38" height="38" rx="6" fill=${INK} />
    <${Figures} x=${-24} y=${24} text="+3" fill="#fdf6e4" /><${Figures} x=${25} y=${23} text="+3" fill="#fdf6e4" /><${Arrow} x=${0} y=${-28} long=${50} />`,
  "swap-identity": () => html`
    <rect x="-42" y="-34" width="34" height="52" rx="5" fill=${INK} transform="rotate(-10 -25 -8)" /><${Person} x=${-27} y=${10} size=${0.55} fill="#f4ecdc" />
    <rect x="9" y="-18" width="34" height="52" rx="5" fill="#39406b" transform="rotate(8 26 8)" /><g transform="translate(26 9)"><${Mark} radius=${10} /></g>
    <${Arrow} x=${6} y=${-34} long=${30} /><${Arrow} x=${-10} y=${36} back long=${30} />`,
});

/** @param {{card: string}} props */
export const TopSecretPicture = ({ card }) => PICTURES[card]?.() ?? null;
