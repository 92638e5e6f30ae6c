// The twelve buildings, each drawn about the middle of its foot, with what it is worth on the door.
import { html } from "/dom.js";
import { printed, WORTH } from "./ring.js";

/** @typedef {{wall: string, roof: string, door: string, wide: number, top: string, lit: string, extra?: string}} Plan */

const NIGHT = "#14181f";

/** Roofs by name, for a wall from -`wide` to `wide` whose upper edge is at -84. */
const ROOFS = /** @type {Record<string, (wide: number) => string>} */ ({
  gable: (w) => `M${-w - 6} -83 L0 -120 L${w + 6} -83 Z`,
  lean: (w) => `M${-w - 6} -83 L${-w + 20} -119 L${w + 6} -91 V-83 Z`,
  steps: (w) => `M${-w - 2} -83 v-10 h14 v-10 h14 v-10 h16 v-8 h${2 * w - 84} v8 h16 v10 h14 v10 h14 v10 Z`,
  mansard: (w) => `M${-w - 7} -83 L${-w + 9} -113 H${w - 9} L${w + 7} -83 Z`,
  flat: (w) => `M${-w - 6} -83 v-9 h6 v-9 h${2 * w} v9 h6 v9 Z`,
  round: (w) =>
    `M${-w - 4} -83 Q${-w + 4} -90 ${-w + 12} -98 Q-22 -104 -15 -116 Q0 -126 15 -116 Q22 -104 ${w - 12} -98 Q${w - 4} -90 ${w + 4} -83 Z`,
  twins: (w) => `M${-w - 5} -83 L${-w / 2} -116 L0 -88 L${w / 2} -116 L${w + 5} -83 Z`,
  hip: (w) => `M${-w - 8} -83 L-20 -115 H20 L${w + 8} -83 Z`,
});

/** Small things on roofs, drawn behind them. */
const EXTRAS = /** @type {Record<string, () => unknown>} */ ({
  chimney: () => html`<path d="M26 -92 v-27 h14 v36 Z M24 -120 h18 v5 h-18 Z" fill=${NIGHT} />`,
  smoke: () => html`<path d="M-40 -90 v-27 h13 v30 Z" fill=${NIGHT} />
    <path class="heimlich-smoke" d="M-34 -121 q-7 -6 0 -11 q8 -5 2 -11" fill="none" stroke="#8f99c9" stroke-width="3.5" stroke-linecap="round" />`,
  flag: () =>
    html`<path d="M0 -112 V-132" stroke=${NIGHT} stroke-width="3" /><path class="heimlich-flag" d="M1 -132 L22 -127 L1 -120 Z" fill="#d8432b" />`,
  cock: () =>
    html`<path d="M0 -116 V-130 M-8 -123 H8" stroke=${NIGHT} stroke-width="2.5" /><path d="M-8 -131 q6 5 9 -1 q6 -1 5 4 q-7 4 -14 -3 Z" fill=${NIGHT} />`,
  aerial: () =>
    html`<path d="M-30 -98 V-126 M-42 -122 H-18 M-38 -115 H-22" stroke=${NIGHT} stroke-width="2.5" />`,
  tank: () =>
    html`<path d="M18 -100 v-18 q12 -8 24 0 v18 Z" fill=${NIGHT} /><path d="M18 -112 h24" stroke="#39406b" stroke-width="2" />`,
  cat: () =>
    html`<path d="M22 -97 q-3 -13 6 -15 l1 -5 l4 3 l4 -3 l1 7 q5 6 3 13 Z M40 -98 q8 -1 6 -11" fill=${NIGHT} stroke=${NIGHT} stroke-width="1.5" />`,
});

const PLANS = /** @type {Record<string, Plan>} */ ({
  1: {
    wall: "#56629d",
    roof: "#2a3059",
    door: "#1f3f4c",
    wide: 50,
    top: "gable",
    lit: "1011",
    extra: "chimney",
  },
  2: { wall: "#454f85", roof: "#6a4a63", door: "#3a2340", wide: 52, top: "steps", lit: "0110" },
  3: { wall: "#6570ab", roof: "#323968", door: "#22294e", wide: 49, top: "lean", lit: "1101", extra: "cat" },
  4: { wall: "#4c5791", roof: "#28495a", door: "#5a2a2a", wide: 50, top: "mansard", lit: "1011" },
  5: { wall: "#5b66a2", roof: "#2c335c", door: "#1f3f4c", wide: 52, top: "flat", lit: "0111", extra: "tank" },
  6: {
    wall: "#434d82",
    roof: "#5a4168",
    door: "#22294e",
    wide: 50,
    top: "round",
    lit: "1110",
    extra: "cock",
  },
  7: { wall: "#616ca8", roof: "#2a3059", door: "#5a2a2a", wide: 53, top: "twins", lit: "1001" },
  8: { wall: "#4a548c", roof: "#28495a", door: "#3a2340", wide: 50, top: "hip", lit: "0111", extra: "smoke" },
  9: {
    wall: "#57629d",
    roof: "#6a4a63",
    door: "#1f3f4c",
    wide: 51,
    top: "mansard",
    lit: "1110",
    extra: "aerial",
  },
  10: {
    wall: "#6f79b5",
    roof: "#2a3059",
    door: "#5a2a2a",
    wide: 55,
    top: "gable",
    lit: "1111",
    extra: "flag",
  },
});

/** A window: two wings, warm or dark. @param {{x: number, y: number, warm: boolean, arched?: boolean}} props */
const Window = ({ x, y, warm, arched = false }) => html`
  <path class=${warm ? "heimlich-window heimlich-warm" : "heimlich-window"}
    d=${arched ? `M${x - 10} ${y + 12} V${y - 4} a10 10 0 0 1 20 0 V${y + 12} Z` : `M${x - 10} ${y - 12} h20 v24 h-20 Z`} />
  <path d=${`M${x} ${y - 12} V${y + 12} M${x - 10} ${y - 1} H${x + 10}`} stroke=${NIGHT} stroke-width="2" />
  <path d=${`M${x - 12} ${y + 13} h24`} stroke="#9aa4d4" stroke-width="3" />`;

/** @param {{building: string, fill: string, arched?: boolean}} props */
function Door({ building, fill, arched = false }) {
  return html`
    <path class="heimlich-door" d=${arched ? "M-24 0 V-58 Q-24 -80 0 -82 Q24 -80 24 -58 V0 Z" : "M-23 0 V-76 h46 V0 Z"} fill=${fill} />
    <path d="M-16 -8 v-26 h13 v26 Z M3 -8 v-26 h13 v26 Z" fill="#fff" opacity="0.07" />
    <circle cx="16" cy="-37" r="3" fill="#c8993a" />
    <text class="heimlich-number heimlich-worth" y="-46" text-anchor="middle" font-size="35" fill="#fdf6e4">${printed(WORTH[building])}</text>`;
}

/** @param {{building: string}} props */
function Townhouse({ building }) {
  const plan = PLANS[building];
  const { wide } = plan;
  const lit = [...plan.lit].map((mark) => mark === "1");
  const beside = (wide + 23) / 2;
  return html`
    ${plan.extra && EXTRAS[plan.extra]()}
    <rect x=${-wide} y="-86" width=${2 * wide} height="86" fill=${plan.wall} />
    <path d=${`M${-wide} 0 V-86 H${-wide + 18} L${-wide + 52} 0 Z`} fill="#fff" opacity="0.06" />
    <path d=${ROOFS[plan.top](wide)} fill=${plan.roof} />
    <path d=${`M${-wide} -83 H${wide} v5 H${-wide} Z`} fill=${NIGHT} opacity="0.35" />
    ${plan.top === "mansard" && html`<${Window} x=${0} y=${-96} warm=${lit[0]} />`}
    ${plan.top === "steps" && html`<circle cx="0" cy="-102" r="8" class="heimlich-window heimlich-warm" />`}
    <${Window} x=${-beside} y=${-60} warm=${lit[0]} />
    <${Window} x=${beside} y=${-60} warm=${lit[1]} />
    <${Window} x=${-beside} y=${-24} warm=${lit[2]} />
    <${Window} x=${beside} y=${-24} warm=${lit[3]} />
    <${Door} building=${building} fill=${plan.door} />`;
}

const Church = () => html`
  <path d="M-60 0 V-66 L-20 -104 L24 -66 V0 Z" fill="#5a65a1" />
  <path d="M-66 -62 L-20 -108 L26 -64 L22 -58 L-20 -98 L-61 -57 Z" fill="#2a3059" />
  <path d="M26 0 V-104 H62 V0 Z" fill="#4a548c" />
  <path d="M20 -102 L44 -146 L68 -102 Z" fill="#28495a" />
  <path d="M44 -146 V-158 M39 -153 H49" stroke="#c8993a" stroke-width="3" />
  <path d="M32 -66 V-86 a12 12 0 0 1 24 0 V-66 Z" fill=${NIGHT} />
  <g class="heimlich-bell"><path d="M36 -72 q2 -3 2 -9 a6 6 0 0 1 12 0 q0 6 2 9 Z" fill="#e4bf63" /><circle cx="44" cy="-70" r="2.6" fill="#c8993a" /></g>
  <${Window} x=${-42} y=${-38} warm=${true} arched />
  <${Window} x=${44} y=${-34} warm=${true} arched />
  <${Door} building="church" fill="#3a2340" arched />`;

const Ruins = () => html`
  <g transform="scale(-1 1)">
  <path d="M-62 0 V-70 l9 8 l6 -20 l10 12 l7 -14 l8 20 v64 Z" fill="#434b78" />
  <path d="M-54 0 V-38 a11 11 0 0 1 22 0 V0 Z" class="heimlich-hollow" />
  <path d="M20 0 V-98 l8 5 l5 -15 l11 12 l6 -6 l4 30 l8 6 V0 Z" fill="#4d5685" />
  <path d="M33 -52 a9 9 0 0 1 18 0 v16 h-18 Z" class="heimlich-hollow" />
  <path d="M-28 0 v-18 l10 -5 h36 l8 7 v16 Z" fill="#3a4270" />
  <path d="M-60 -10 h18 M-60 -24 h10 M24 -84 h10 M40 -72 h12 M24 -18 h12 M44 -22 h14 M-44 -50 h10" stroke=${NIGHT} stroke-width="2" opacity="0.5" />
  <path d="M-62 -66 q-8 14 0 26 q-7 12 1 22 M58 -62 q8 12 2 26" fill="none" stroke="#2b6f77" stroke-width="5" stroke-linecap="round" />
  </g>
  <path d="M-24 0 L-27 -70 L-10 -78 L22 -74 L25 0 Z" fill="#2b2540" />
  <text class="heimlich-number heimlich-worth" x="-1" y="-44" text-anchor="middle" font-size="33" fill="#fdf6e4">${printed(WORTH.ruins)}</text>
  <g class="heimlich-owl" transform="translate(77 6)">
    <path d="M-15 -94 l4 7 h13 l4 -7 q5 10 3 20 q-3 11 -13.500 11 q-10 0 -13 -11 q-2 -10 2.500 -20 Z" transform="translate(-34 -14)" fill="#8a7a63" stroke=${NIGHT} stroke-width="2" />
    <g class="heimlich-eyes"><circle cx="-44.500" cy="-92" r="5.500" /><circle cx="-32.500" cy="-92" r="5.500" /></g>
    <circle cx="-44.500" cy="-92" r="2.200" fill=${NIGHT} /><circle cx="-32.500" cy="-92" r="2.200" fill=${NIGHT} />
    <path d="M-41 -88 l2.500 5 l2.500 -5 Z" fill="#c8993a" />
  </g>`;

/** One building of the ring. @param {{building: string}} props */
export function House({ building }) {
  if (building === "church") return html`<${Church} />`;
  if (building === "ruins") return html`<${Ruins} />`;
  return html`<${Townhouse} building=${building} />`;
}
