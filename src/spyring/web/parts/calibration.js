// How sure somebody was, and how often they were right: a dot for each tenth, and the line on which all would be.

import { html } from "/dom.js";
import { percent, t } from "/texts.js";

const SIZE = 240;
const EDGE = 28;

/** @param {{bins: import("/casebook.js").Bin[]}} props */
export function Calibration({ bins }) {
  const at = (/** @type {number} */ share) => EDGE + share * (SIZE - 2 * EDGE);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const words = bins.map(({ said, right, count }) =>
    t("calibration.dot", { said: percent(said), right: percent(right), count }),
  );
  return html`<figure class="calibration">
    <svg viewBox=${`0 0 ${SIZE} ${SIZE}`} role="img" aria-label=${[t("calibration"), ...words].join(" ")}>
      <rect class="story-ground" x=${EDGE} y=${EDGE} width=${SIZE - 2 * EDGE} height=${SIZE - 2 * EDGE} />
      <path class="calibration-even" d=${`M${at(0)} ${at(1)}L${at(1)} ${at(0)}`} />
      ${bins.map(({ said, right, count }, number) => html`<circle key=${number} class="calibration-dot" cx=${at(said)} cy=${at(1 - right)} r=${3 + 6 * Math.sqrt(count / most)}><title>${words[number]}</title></circle>`)}
      <text class="calibration-word" x=${SIZE / 2} y=${SIZE - 6} text-anchor="middle">${t("calibration.said")}</text>
      <text class="calibration-word" transform=${`translate(14 ${SIZE / 2}) rotate(-90)`} text-anchor="middle">${t("calibration.right")}</text>
    </svg>
    <figcaption class="faint">${t("calibration.how")}</figcaption>
  </figure>`;
}
