// The deal: whose agent card I hold, as the page shows it when it is new to me (H4, H54).
import { html } from "/dom.js";
import { AgentPicture } from "./hand.js";
import { AGENT } from "./ring.js";

/** @param {import("./types.js").View} view */
export const dealt = (view) => view.me ?? "";

/** @param {{view: import("./types.js").View, t: import("./words.js").Say}} props */
export function Deal({ view, t }) {
  if (!view?.me) return null;
  const { name } = AGENT[view.me];
  return html`<div class="heimlich-dealt">
    <${AgentPicture} agent=${view.me} />
    <p><strong>${t("deal.you", { agent: name })}</strong> <span>${t(`colour.${view.me}`)}</span></p>
    <p>${t("mine.goal", { agent: name })}</p>
  </div>`;
}
