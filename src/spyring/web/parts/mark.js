// The mark: a ring of seven dots, one of them half hidden.
import { html } from "/dom.js";

const DOTS = [...Array(7).keys()].map((number) => {
  const angle = ((number * 360) / 7 - 90) * (Math.PI / 180);
  return { x: +(34 * Math.cos(angle)).toFixed(1), y: +(34 * Math.sin(angle)).toFixed(1) };
});
const HIDDEN = 6;

/**
 * @param {{turning?: boolean, label?: string}} props `turning`: somebody has to wait, and the hidden one goes round
 */
export function Mark({ turning = false, label = "" }) {
  return html`<svg class=${`mark ${turning ? "mark-turning" : ""}`} viewBox="-50 -50 100 100" role=${label ? "img" : undefined}
    aria-label=${label || undefined} aria-hidden=${label ? undefined : "true"}>
    ${DOTS.map(({ x, y }, number) => (number === HIDDEN && !turning ? null : html`<circle cx=${x} cy=${y} r="11" />`))}
    ${
      turning
        ? html`<g class="mark-round"><circle class="mark-cover" cx=${DOTS[HIDDEN].x} cy=${DOTS[HIDDEN].y} r="12" />
          <path d=${half(HIDDEN)} class="mark-half" /></g>`
        : html`<path d=${half(HIDDEN)} class="mark-half" />`
    }
  </svg>`;
}

/** @param {number} number */
function half(number) {
  const { x, y } = DOTS[number];
  return `M${x} ${y - 11}a11 11 0 0 0 0 22z`;
}
