// The two sides of a big screen: how things stand, and who looks at whom.

import { html } from "/dom.js";
import { pairs } from "./chronicle.js";
import { Icon } from "./ring.js";
import { Token } from "./seats.js";

/** @typedef {Pick<import("./types.js").Shared, "view" | "names" | "t">} Props */

/** What each seat has so far: points, and of what (W32). @param {Props} props */
export const Standing = ({ view, names, t }) => html`<section class="wink-wall"><h2>${t("ledger.score")}</h2>
  <ol>${names.map(
    (
      name,
      seat,
    ) => html`<li key=${seat} class=${view.active === seat ? "wink-wall-turn" : ""}><${Token} seat=${seat} /><span class="wink-wall-name">${name}</span>
    <span class="wink-wall-of"><${Icon} name="up" />${view.face_up[seat].length}<${Icon} name="counter" />${view.counter[seat]}</span><b>${view.face_up[seat].length + view.counter[seat]}</b></li>`,
  )}</ol>
  <p><span><${Icon} name="up" />${t("ledger.up")}</span><span><${Icon} name="counter" />${t("ledger.counter")}</span></p></section>`;

/** Who looks at whom now, and by pawn whose eyes have met its owner's. @param {Props & {chronicle: import("./chronicle.js").Chronicle}} props */
export function Gazes({ view, names, t, chronicle }) {
  const rows = pairs(chronicle, view.pawns);
  return html`<section class="wink-wall">
    ${
      view.looks &&
      html`<h2>${t("wall.looks")}</h2><ul class="wink-wall-looks">${view.looks.map(
        (
          at,
          seat,
        ) => html`<li key=${seat} class=${at !== "square" && view.looks?.[at] === seat ? "wink-wall-meet" : ""}><${Token} seat=${seat} /><span class="unseen">${names[seat]}: ${at === "square" ? t("face.looks.square") : t("face.looks", { name: names[at] })}</span>
        <${Icon} name="eye" />${at === "square" ? html`<${Icon} name="square" />` : html`<${Token} seat=${at} />`}</li>`,
      )}</ul>`
    }
    ${rows.length > 0 && html`<h2>${t("wall.pairs")}</h2>`}
    <ul class="wink-wall-pairs">${rows.map(
      ({ owner, number, clues }) =>
        html`<li key=${owner}><${Token} seat=${owner} /><b>${number}</b><span>${clues
          .slice(0, 3)
          .map(
            ({ seat, met, denied }) =>
              html`<span class=${denied ? "wink-denied" : ""}><${Token} seat=${seat} />${met > 0 && html`<i>${met}×</i>`}</span>`,
          )}</span></li>`,
    )}</ul></section>`;
}
