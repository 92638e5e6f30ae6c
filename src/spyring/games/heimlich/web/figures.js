// Small things cut from paper: shapes, agents, markers, the safe, the die.
import { html } from "/dom.js";
import { AGENT } from "./ring.js";

/** @param {number} sides @param {number} radius @param {number} [turned] @param {number} [inner] */
function polygon(sides, radius, turned = -Math.PI / 2, inner = 0) {
  const corners = inner ? sides * 2 : sides;
  return Array.from({ length: corners }, (_, index) => {
    const angle = turned + (index * 2 * Math.PI) / corners;
    const far = inner && index % 2 ? inner : radius;
    return `${(Math.cos(angle) * far).toFixed(1)},${(Math.sin(angle) * far).toFixed(1)}`;
  }).join(" ");
}

/** The corners of each shape about its middle, of equal weight to the eye; the circle has none. */
const OUTLINES = /** @type {Record<string, string>} */ ({
  triangle: polygon(3, 25),
  square: polygon(4, 24, -Math.PI / 4),
  diamond: polygon(4, 24),
  pentagon: polygon(5, 21),
  hexagon: polygon(6, 20.5, 0),
  star: polygon(5, 25.5, -Math.PI / 2, 14.5),
});
const LETTER_DOWN = /** @type {Record<string, number>} */ ({ triangle: 5, pentagon: 1, star: 1.5 });

/** The sign of an agent: its shape with its letter. @param {{agent: string, fill: string, line: string, ink?: string}} props */
export function Sign({ agent, fill, line, ink = "#14181f" }) {
  const { shape, letter } = AGENT[agent];
  return html`
    ${
      shape === "circle"
        ? html`<circle r="19.5" fill=${fill} stroke=${line} stroke-width="3" />`
        : html`<polygon points=${OUTLINES[shape]} fill=${fill} stroke=${line} stroke-width="3" stroke-linejoin="round" />`
    }
    <text class="heimlich-letter" y=${(LETTER_DOWN[shape] ?? 0) + 9} text-anchor="middle" font-size=${shape === "triangle" ? 23 : 26} fill=${ink}>${letter}</text>`;
}

/** A scoring marker: the sign in the agent's colour. @param {{agent: string}} props */
export const Marker = ({ agent }) =>
  html`<${Sign} agent=${agent} fill=${AGENT[agent].colour} line="#14181f" />`;

/** An agent, standing with its feet at the origin: hat, collar, coat, and the sign on the coat. @param {{agent: string}} props */
export function Figure({ agent }) {
  const { colour, shade } = AGENT[agent];
  return html`
    <path class="heimlich-cut" d="M-23 0 L-17 -38 L-19 -52 L-11 -57 L-9 -68 Q0 -73 9 -68 L11 -57 L19 -52 L17 -38 L23 0 Z" fill="#f4ecdc" stroke="#f4ecdc" stroke-width="7" stroke-linejoin="round" />
    <path d="M-23 0 L-17 -38 Q-15 -45 -8 -46 L8 -46 Q15 -45 17 -38 L23 0 Z" fill=${colour} stroke="#14181f" stroke-width="2.5" stroke-linejoin="round" />
    <path d="M-17 -38 L-23 0 L-15 0 Z M17 -38 L23 0 L15 0 Z" fill=${shade} />
    <path d="M-8 -50 h16 v7 l-8 6 l-8 -6 Z" fill="#14181f" />
    <path d="M-10 -46 L0 -37 L10 -46 L13 -41 L0 -31 L-13 -41 Z" fill=${shade} />
    <path d="M-19 -52 Q0 -46 19 -52 Q17 -57 11 -57 L-11 -57 Q-17 -57 -19 -52 Z" fill="#14181f" />
    <path d="M-11 -55 L-9 -68 Q-4 -72 0 -68 Q4 -72 9 -68 L11 -55 Q0 -52 -11 -55 Z" fill=${shade} stroke="#14181f" stroke-width="2" stroke-linejoin="round" />
    <path d="M-10.5 -58 Q0 -55 10.5 -58 L11 -55 Q0 -52 -11 -55 Z" fill="#14181f" />
    <g transform="translate(0 -18) scale(0.86)"><${Sign} agent=${agent} fill="#f4ecdc" line="#14181f" /></g>`;
}

/** The brass safe, 46 square about its middle. */
export const Safe = () => html`
  <rect x="-23" y="-22" width="46" height="42" rx="5" fill="#c8993a" stroke="#14181f" stroke-width="2.5" />
  <path d="M-23 -17 a5 5 0 0 1 5 -5 h36 a5 5 0 0 1 5 5 L-19 20 h0 a4 4 0 0 1 -4 -4 Z" fill="#e4bf63" />
  <rect x="-17" y="-16" width="34" height="30" rx="3" fill="none" stroke="#14181f" stroke-width="2" />
  <circle r="8.5" cy="-1" fill="#f6df9c" stroke="#14181f" stroke-width="2.5" />
  <path d="M0 -7 V5 M-6 -1 H6" stroke="#14181f" stroke-width="2" />
  <path d="M-17 20 v5 h7 v-5 M10 20 v5 h7 v-5" fill="#14181f" />`;

const PIPS = /** @type {Record<string, number[][]>} */ ({
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
});

/** The die, 64 square about its middle; without a face it waits to be rolled. @param {{face: string | null}} props */
export const Die = ({ face }) => html`
  <path d="M-32 -24 a8 8 0 0 1 8 -8 h48 a8 8 0 0 1 8 8 v48 a8 8 0 0 1 -8 8 h-48 a8 8 0 0 1 -8 -8 Z" fill="#f4ecdc" stroke="#14181f" stroke-width="3" />
  <path d="M32 -20 v44 a8 8 0 0 1 -8 8 h-46 Z" fill="#14181f" opacity="0.08" />
  ${face === "1-3" && html`<text class="heimlich-number" y="11" text-anchor="middle" font-size="31" fill="#d8432b">1–3</text>`}
  ${(PIPS[face ?? ""] ?? []).map(([x, y]) => html`<circle cx=${x * 17} cy=${y * 17} r="6.5" fill="#14181f" />`)}`;

/** The mark of the house, also the back of every card: a ring of seven dots, one of them half hidden. @param {{radius?: number, fill?: string}} props */
export const Mark = ({ radius = 20, fill = "#c8993a" }) =>
  Array.from({ length: 7 }, (_, index) => {
    const angle = -Math.PI / 2 + (index * 2 * Math.PI) / 7;
    const dot = radius * 0.24;
    const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    return index === 1
      ? html`<path d=${`M${x - dot} ${y} a${dot} ${dot} 0 0 1 ${2 * dot} 0 Z`} fill=${fill} />`
      : html`<circle cx=${x} cy=${y} r=${dot} fill=${fill} />`;
  });
