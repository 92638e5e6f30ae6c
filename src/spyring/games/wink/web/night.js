// The square at night: roofs, lantern strings, paper chains, confetti that has settled.

import { html } from "/dom.js";
import { BRASS, PAPER, PETROL, RED } from "./seats.js";

const CONFETTI = [RED, BRASS, PETROL, PAPER, "#e79bab"];
/** @type {[number, number, number, string][]} left edge, eaves, width, kind */
const ROOFS = [
  [0, 74, 120, "gable"],
  [112, 52, 96, "steps"],
  [200, 88, 130, "flat"],
  [322, 66, 84, "gable"],
  [400, 40, 62, "tower"],
  [456, 84, 120, "steps"],
  [570, 60, 96, "gable"],
  [660, 92, 120, "flat"],
  [772, 56, 90, "gable"],
  [856, 76, 150, "steps"],
];

/** A number between 0 and 1 that is always the same for the same place. @param {number} n */
const scatter = (n) => {
  const s = Math.sin(n * 127.1) * 43758.5453;
  return s - Math.floor(s);
};

/** @param {[number, number, number, string]} house @param {number} foot */
function roof([x, y, width, kind], foot) {
  const right = x + width;
  if (kind === "gable") return `M${x} ${foot}V${y}L${x + width / 2} ${y - 30}L${right} ${y}V${foot}Z`;
  if (kind === "tower")
    return `M${x} ${foot}V${y}H${x + 10}L${x + width / 2} ${y - 46}L${right - 10} ${y}H${right}V${foot}Z`;
  if (kind === "flat") return `M${x} ${foot}V${y}H${right}V${foot}Z`;
  const step = width / 6;
  return `M${x} ${foot}V${y}H${x + step}V${y - 12}H${x + 2 * step}V${y - 24}H${right - 2 * step}V${y - 12}H${right - step}V${y}H${right}V${foot}Z`;
}

/** @typedef {import("./layout.js").Point} Point */

/** @param {Point} from @param {Point} to @param {number} sag */
const rope = (from, to, sag) =>
  `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${(from.y + to.y) / 2 + sag * 2} ${to.x} ${to.y}`;
/** @param {Point} from @param {Point} to @param {number} sag @param {number} at */
const onRope = (from, to, sag, at) => {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + sag * 2 };
  const a = (1 - at) * (1 - at),
    b = 2 * at * (1 - at),
    c = at * at;
  return { x: a * from.x + b * middle.x + c * to.x, y: a * from.y + b * middle.y + c * to.y };
};

/** The ropes of a scene, and the lanterns that hang from them. @param {import("./layout.js").Layout} layout */
function strings({ shape, width }) {
  const wide = shape === "wide";
  // From the middle outwards and beyond both edges: a stage may be wider than its scene.
  const span = wide ? 330 : 180;
  const count = wide ? 5 : Math.round(width / span);
  const ropes = Array.from({ length: count }, (_, i) => {
    const from = width / 2 + (i - count / 2) * span;
    return /** @type {[Point, Point, number]} */ ([
      { x: from, y: -6 },
      { x: from + span, y: -6 },
      wide ? 22 : 14,
    ]);
  });
  const lanterns = ropes.flatMap(([from, to, sag]) =>
    (wide ? [0.2, 0.5, 0.8] : [0.28, 0.72]).map((at) => onRope(from, to, sag, at)),
  );
  return { ropes, lanterns };
}

const LANTERN_COLOURS = ["#f0b54a", "#e8694f", "#f3d48b"];

/** @param {{layout: import("./layout.js").Layout}} props */
export function Night({ layout }) {
  const { width, height, square, cell, columns, rows } = layout;
  const wide = layout.shape === "wide";
  const { ropes, lanterns } = strings(layout);
  const scale = wide ? 1 : 0.62;
  const foot = wide ? 152 : Math.min(92, square.y);
  const size = wide ? 1 : 0.62;
  const ground = {
    x: square.x - (wide ? 26 : 5),
    y: square.y - (wide ? 16 : 5),
    width: cell.x * columns + (wide ? 52 : 10),
    height: cell.y * rows + (wide ? 32 : 10),
  };
  return html`<svg class="wink-night" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
    ${(wide ? [-1, 0, 1] : [0]).map(
      (
        street,
      ) => html`<g transform=${`translate(${width / 2 - 500 * scale + street * 1000 * scale} 0) scale(${scale})`}>
      <g class="wink-roofs">${ROOFS.map((house) => html`<path d=${roof(house, foot / scale + 6)} />`)}</g>
      <g class="wink-windows">${ROOFS.flatMap(([x, y, w], i) =>
        [0.26, 0.6]
          .filter((_, j) => scatter(i * 7 + j) > 0.3)
          .map((across) => html`<rect x=${x + w * across} y=${y + 16} width="11" height="16" rx="5.5" />`),
      )}</g>
    </g>`,
    )}
    <rect class="wink-paving" x=${-width} y=${foot} width=${3 * width} height=${height - foot} />
    <g class="wink-stones">${[0.9, 1.16, 1.46, 1.8].map((r) => html`<ellipse cx=${layout.middle.x} cy=${layout.middle.y} rx=${ground.width * 0.5 * r} ry=${ground.height * 0.55 * r} />`)}</g>
    <rect class="wink-carpet" x=${ground.x} y=${ground.y} width=${ground.width} height=${ground.height} rx=${wide ? 18 : 8} />
    <g>${Array.from({ length: wide ? 90 : 46 }, (_, i) => {
      const x = scatter(i + 1) * width,
        y = foot + 6 + scatter(i + 500) * (height - foot - 10),
        turn = scatter(i + 900) * 180;
      return html`<rect x=${x.toFixed(1)} y=${y.toFixed(1)} width=${i % 3 ? 5 : 3} height="3" fill=${CONFETTI[i % 5]} opacity=".75" transform=${`rotate(${turn.toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})`} />`;
    })}</g>
    ${ropes.map(
      ([from, to, sag], i) => html`<path class="wink-rope" d=${rope(from, to, sag)} />
      ${Array.from({ length: wide ? 11 : 8 }, (_, j) => {
        const at = onRope(from, to, sag, (j + 0.5) / (wide ? 11 : 8));
        const s = 9 * size;
        return html`<path d=${`M${(at.x - s).toFixed(1)} ${at.y.toFixed(1)}h${2 * s}l${-s} ${1.7 * s}Z`} fill=${CONFETTI[(i * 2 + j) % 5]} />`;
      })}`,
    )}
    ${lanterns.map(
      (at, i) => html`<g transform=${`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${size})`}>
      <path d="M0 0V12" stroke=${PAPER} stroke-opacity=".6" /><ellipse cy="26" rx="13" ry="15" fill=${LANTERN_COLOURS[i % 3]} />
      <path d="M-6 13Q-11 26 -6 39M0 11V41M6 13Q11 26 6 39" fill="none" stroke="#7a2f3d" stroke-opacity=".55" /><rect x="-6" y="9" width="12" height="4" fill="#14181f" /><rect x="-6" y="39" width="12" height="4" fill="#14181f" />
    </g>`,
    )}
  </svg>`;
}

/** The light of the lanterns, apart, so that a beat swells it without drawing anything anew.
 * @param {{layout: import("./layout.js").Layout}} props */
export function Glow({ layout }) {
  const { lanterns } = strings(layout);
  const { width, height } = layout;
  const wide = layout.shape === "wide";
  return html`<svg class="wink-glow" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
    ${lanterns.map((at) => html`<circle cx=${at.x} cy=${at.y + (wide ? 26 : 16)} r=${wide ? 120 : 74} fill="url(#wink-light)" />`)}
    <ellipse cx=${layout.middle.x} cy=${layout.middle.y} rx=${width * 0.52} ry=${height * 0.44} fill="url(#wink-light)" opacity=".5" />
  </svg>`;
}

/** Drawn once for the page. */
export const light = () =>
  html`<radialGradient id="wink-light"><stop offset="0" stop-color="#ffd98a" stop-opacity=".6" /><stop offset=".5" stop-color="#ffc766" stop-opacity=".16" /><stop offset="1" stop-color="#ffc766" stop-opacity="0" /></radialGradient>`;
