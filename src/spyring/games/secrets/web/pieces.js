// The things on the table: cards and their backs, poker chips, the glass, the UN token, eyes.
import { html } from "/dom.js";
import { Emblem, Figure } from "./figures.js";
import { BRASS, DUSK, INK, MIST, PAPER, points, RED, SHADE, SUITS, TEAM_COLOURS, WORTH } from "./palette.js";

const SEVEN = [0, 1, 2, 3, 4, 5, 6].map((dot) => {
  const angle = ((dot * 360) / 7 - 90) * (Math.PI / 180);
  return [Math.cos(angle), Math.sin(angle)];
});

/** The mark of the house: a ring of seven dots, one of them half hidden. @param {{x: number, y: number, r: number, fill: string, dot?: number}} props */
export function Mark({ x, y, r, fill, dot = r * 0.27 }) {
  return html`<g fill=${fill}>
    ${SEVEN.map(([dx, dy], number) =>
      number === 1
        ? html`<path d=${`M${x + dx * r} ${y + dy * r - dot}a${dot} ${dot} 0 0 0 0 ${dot * 2}z`} />`
        : html`<circle cx=${x + dx * r} cy=${y + dy * r} r=${dot} />`,
    )}
  </g>`;
}

/** The hatched corner of a thing that is secret. @param {{x: number, y: number, size: number, stroke: string}} props */
function Hatch({ x, y, size, stroke }) {
  return html`<path stroke=${stroke} stroke-width=${size * 0.13} fill="none"
    d=${[0.3, 0.62, 0.94].map((part) => `M${x - size * part} ${y}L${x} ${y - size * part}`).join("")} />`;
}

/** The face of a character card: figure and value. @param {{card: string, w: number, h: number, faded?: boolean, large?: boolean}} props */
export function Face({ card, w, h, faded, large }) {
  const band = Math.max(15, h * (large ? 0.44 : h > 60 ? 0.31 : 0.26));
  const field = h - band;
  const size = Math.min(w, field) * 0.94;
  return html`<g opacity=${faded ? 0.45 : undefined}>
    <rect width=${w} height=${h} rx=${w * 0.07} fill=${PAPER} stroke=${INK} stroke-opacity=".55" stroke-width="1" />
    <rect x="1.5" y="1.5" width=${w - 3} height=${field - 1.5} rx=${w * 0.05} fill=${SUITS[card].field} />
    <svg x=${(w - size) / 2} y=${field - size} width=${size} height=${size} viewBox="0 0 64 64"><${Figure} card=${card} /></svg>
    <text class="secrets-numeral" x=${w / 2} y=${h - band * 0.19} text-anchor="middle" font-size=${large ? band * 1.06 : Math.max(15, band * 0.94)} fill=${INK}>${points(WORTH[card])}</text>
  </g>`;
}

/** The back of a character card. @param {{w: number, h: number}} props */
export function Back({ w, h }) {
  return html`<g>
    <rect width=${w} height=${h} rx=${w * 0.07} fill=${PAPER} stroke=${INK} stroke-opacity=".55" stroke-width="1" />
    <rect x="2" y="2" width=${w - 4} height=${h - 4} rx=${w * 0.05} fill=${DUSK} />
    <${Mark} x=${w / 2} y=${h / 2} r=${w * 0.24} fill=${PAPER} />
    <${Hatch} x=${w - 2.5} y=${h - 2.5} size=${w * 0.3} stroke=${PAPER} />
  </g>`;
}

/** A character that has been turned down: everybody saw it, it counts nothing any more. @param {{card: string, w: number, h: number}} props */
export function Spent({ card, w, h }) {
  const size = w * 0.46;
  return html`<g>
    <rect width=${w} height=${h} rx=${w * 0.07} fill="#a9a793" stroke=${INK} stroke-opacity=".55" stroke-width="1" />
    <rect x="2" y="2" width=${w - 4} height=${h - 4} rx=${w * 0.05} fill="#323a55" />
    <svg x=${(w - size) / 2} y=${h / 2 - size / 2} width=${size} height=${size} viewBox="0 0 64 64" opacity=".5"><${Figure} card=${card} /></svg>
    <${Mark} x=${w / 2} y=${h / 2} r=${w * 0.36} dot=${w * 0.045} fill="#b9bccb" />
  </g>`;
}

/** A bullet, face down; its value where I gave it, or at the end. @param {{w: number, h: number, value?: number | null, mine?: boolean, large?: boolean}} props */
export function Bullet({ w, h, value, mine, large }) {
  const known = value !== undefined && value !== null;
  const x = w / 2;
  const b = w * 0.17;
  const top = known ? h * 0.1 : h * 0.2;
  const length = known ? h * 0.42 : h * 0.6;
  return html`<g>
    <rect width=${w} height=${h} rx=${w * 0.07} fill=${INK} stroke=${known && mine ? BRASS : PAPER} stroke-width=${known && mine ? 2 : 1} />
    <path fill=${BRASS} d=${`M${x - b} ${top + length * 0.62}V${top + b * 1.7}C${x - b} ${top + b * 0.6} ${x - b * 0.4} ${top} ${x} ${top}C${x + b * 0.4} ${top} ${x + b} ${top + b * 0.6} ${x + b} ${top + b * 1.7}V${top + length * 0.62}Z`} />
    <rect x=${x - b} y=${top + length * 0.67} width=${b * 2} height=${length * 0.33} fill=${SHADE} />
    ${
      known
        ? html`<text class="secrets-numeral" x=${x} y=${h - h * 0.1} text-anchor="middle" font-size=${Math.max(15, h * (large ? 0.47 : 0.29))} fill=${PAPER}>${points(value)}</text>`
        : html`<${Hatch} x=${w - 2.5} y=${h - 2.5} size=${w * 0.28} stroke=${PAPER} />`
    }
  </g>`;
}

/**
 * An identity token like a poker chip, round its own middle.
 * `known`: what I know of it; `shown`: the team it lies open with at the end.
 * @param {{r: number, known?: import("./knowledge.js").Known, shown?: string | null, covered?: boolean}} props
 */
export function Chip({ r, known, shown, covered }) {
  const rim = shown ? TEAM_COLOURS[shown] : DUSK;
  const around = (2 * Math.PI * (r - r * 0.12)) / 16;
  const inner = r * 0.7;
  const size = Math.max(15, inner * 1.52);
  return html`<g>
    <circle cx=${r * 0.06} cy=${r * 0.14} r=${r} fill=${INK} opacity=".45" />
    <circle r=${r} fill=${rim} stroke=${INK} stroke-width="1" />
    <circle r=${r - r * 0.12} fill="none" stroke=${PAPER} stroke-width=${r * 0.24} stroke-dasharray=${`${around} ${around}`} />
    ${
      shown || (known && !covered)
        ? html`<g>
          <circle r=${inner} fill=${PAPER} />
          ${
            known &&
            !shown &&
            html`<circle r=${inner} fill="none" stroke=${known.mine ? BRASS : INK} stroke-width=${known.mine ? Math.max(2.6, r * 0.15) : known.doubtful ? 2 : 1}
            stroke-dasharray=${known.doubtful ? `${inner * 0.5} ${inner * 0.4}` : undefined} />`
          }
          <svg x=${-size / 2} y=${-size / 2} width=${size} height=${size} viewBox="0 0 16 16" opacity=${known?.doubtful && !shown ? 0.72 : 1}>
            <${Emblem} team=${shown ?? known?.team} fill=${INK} />
          </svg>
          ${known?.doubtful && !shown && html`<${Doubt} x=${r * 0.7} y=${r * 0.7} r=${Math.max(7, r * 0.42)} />`}
        </g>`
        : html`<g><circle r=${inner} fill=${DUSK} stroke=${INK} stroke-width="1" /><${Mark} x=${0} y=${0} r=${inner * 0.58} fill=${PAPER} />
          ${known && covered && html`<${Hatch} x=${inner * 0.62} y=${inner * 0.62} size=${inner * 0.9} stroke=${BRASS} />`}</g>`
    }
  </g>`;
}

/** It may be something else by now. @param {{x: number, y: number, r: number}} props */
function Doubt({ x, y, r }) {
  return html`<circle cx=${x} cy=${y} r=${r} fill=${INK} stroke=${PAPER} stroke-width="1" />
    <text class="secrets-numeral" x=${x} y=${y + r * 0.58} text-anchor="middle" font-size=${r * 1.6} fill=${PAPER}>?</text>`;
}

/** Four corners round a token that can be chosen: no edge of a token looks like them. @param {{r: number}} props */
export function Corners({ r }) {
  const [near, far] = [r * 0.45, r];
  const corner = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${x * near} ${y * far}H${x * far}V${y * near}`;
  return html`<path class="secrets-pickable" d=${corner(1, 1) + corner(-1, 1) + corner(-1, -1) + corner(1, -1)} />`;
}

/** The glass over the centre token, seen from above. @param {{r: number}} props */
export function Glass({ r }) {
  const out = r * 1.42;
  return html`<g class="secrets-glass">
    <circle r=${out} fill="#dcecee" opacity=".16" />
    <circle r=${out} fill="none" stroke="#e8f3f3" stroke-width="1.6" opacity=".75" />
    <circle r=${out - 3.5} fill="none" stroke="#e8f3f3" stroke-width=".8" opacity=".4" />
    <path d=${arc(out - r * 0.2, 198, 262)} fill="none" stroke="#ffffff" stroke-width=${r * 0.13} stroke-linecap="round" opacity=".85" />
    <path d=${arc(out - r * 0.2, 272, 282)} fill="none" stroke="#ffffff" stroke-width=${r * 0.13} stroke-linecap="round" opacity=".85" />
    <path d=${arc(out - r * 0.16, 30, 70)} fill="none" stroke="#ffffff" stroke-width=${r * 0.08} stroke-linecap="round" opacity=".45" />
  </g>`;
}

function arc(/** @type {number} */ r, /** @type {number} */ from, /** @type {number} */ to) {
  const at = (/** @type {number} */ angle) =>
    `${r * Math.cos((angle * Math.PI) / 180)} ${r * Math.sin((angle * Math.PI) / 180)}`;
  return `M${at(from)}A${r} ${r} 0 0 1 ${at(to)}`;
}

/** The UN token: a globe between two sprigs. @param {{r: number}} props */
export function UnToken({ r }) {
  return html`<g>
    <circle cx="1" cy="1.6" r=${r} fill=${INK} opacity=".4" />
    <circle r=${r} fill=${MIST} stroke=${INK} stroke-width="1" />
    <g fill="none" stroke=${INK} stroke-width=${r * 0.11}>
      <circle r=${r * 0.5} cy=${-r * 0.08} />
      <ellipse rx=${r * 0.2} ry=${r * 0.5} cy=${-r * 0.08} />
      <path d=${`M${-r * 0.5} ${-r * 0.08}H${r * 0.5}`} />
      <path stroke-width=${r * 0.16} stroke-linecap="round" d=${arc(r * 0.76, 100, 190)} />
      <path stroke-width=${r * 0.16} stroke-linecap="round" d=${arc(r * 0.76, -10, 80)} />
    </g>
  </g>`;
}

/** A small eye, round its own middle. @param {{size: number, fresh: boolean}} props */
export function Eye({ size, fresh }) {
  const w = size;
  return html`<g>
    <path d=${`M${-w} 0Q0 ${-w * 1.1} ${w} 0Q0 ${w * 1.1} ${-w} 0Z`} fill=${PAPER} stroke=${INK} stroke-width="1" />
    <circle r=${w * 0.38} fill=${fresh ? RED : INK} />
  </g>`;
}
