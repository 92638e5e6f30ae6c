// The deal: my agent card is turned over.
import { html } from "/dom.js";
import { Secret } from "./hand.js";

/** @param {import("./types.js").View} view */
export const dealt = (view) => view.me ?? "";

/** @param {{view: import("./types.js").View, t: import("./words.js").Say}} props */
export const Deal = ({ view, t }) =>
  html`<div class="heimlich"><${Secret} agent=${view.me ?? null} open goal t=${t} /></div>`;
