// What lies before each seat, and when it is over the hands and all winks.

import { html, useMemo } from "/dom.js";
import { isBluff } from "./chronicle.js";
import { Reveller } from "./revellers.js";
import { Icon } from "./ring.js";
import { Token } from "./seats.js";
import { winkStory } from "./words.js";

/** @param {{number: number}} props */
const Small = ({ number }) =>
  html`<span class="wink-small"><${Reveller} number=${number} /><b>${number}</b></span>`;

/** @param {{icon: string, text: string}} props */
const Head = ({ icon, text }) =>
  html`<th scope="col" title=${text}><${Icon} name=${icon} /> <span class="wink-long">${text}</span></th>`;

/** @param {Pick<import("./types.js").Shared, "view" | "names" | "t">} props */
export function Ledger({ view, names, t }) {
  const over = view.phase === "over";
  const hands = over ? view.hands : view.opened;
  return useMemo(
    () => html`<section class="wink-ledger" aria-label=${t("ledger.title")}>
    <h2>${t("ledger.title")}</h2>
    <div class="wink-scroll" tabindex="0" role="group" aria-label=${t("ledger.title")}><table>
      <thead><tr><th scope="col">${t("ledger.seat")}</th><${Head} icon="up" text=${t("ledger.up")} /><${Head} icon="down" text=${t("ledger.down")} /><${Head} icon="counter" text=${t("ledger.counter")} />
        <${Head} icon="hand" text=${hands ? t("ledger.held") : t("ledger.hand")} />${over && html`<th scope="col">${t("ledger.score")}</th>`}</tr></thead>
      <tbody>${names.map(
        (name, seat) => html`<tr key=${seat} class=${over && view.winners.includes(seat) ? "wink-won" : ""}>
        <th scope="row"><${Token} seat=${seat} /><span>${name}</span></th>
        <td class="wink-laid">${view.face_up[seat].length ? view.face_up[seat].map((number) => html`<${Small} number=${number} />`) : "–"}</td>
        <td>${view.face_down[seat]}</td>
        <td><span class="wink-shields" aria-hidden="true">${Array.from({ length: 4 }, (_, i) => html`<i class=${i < view.counter[seat] ? "wink-kept" : "wink-spent"}><${Icon} name="counter" /></i>`)}</span><span class="wink-count">${view.counter[seat]}</span></td>
        <td class="wink-laid">${hands ? (hands[seat].length ? hands[seat].map((number) => html`<${Small} number=${number} />`) : "–") : view.hand_sizes[seat]}</td>
        ${over && html`<td class="wink-total">${view.scores[seat]}</td>`}
      </tr>`,
      )}</tbody>
    </table></div>
  </section>`,
    [
      JSON.stringify([view.face_up, view.face_down, view.counter, view.hand_sizes, hands, over]),
      names.join("\n"),
      t,
    ],
  );
}

/** All winks, once it is over; newest first. @param {{view: import("./types.js").Over, names: string[], t: import("./types.js").Translate, chronicle: import("./chronicle.js").Chronicle}} props */
export const Winks = ({ view, names, t, chronicle }) =>
  view.all_winks
    ? html`<section class="wink-seen"><h2>${t("winks.all")}</h2>${
        view.all_winks.length
          ? html`<ol>${[...view.all_winks].reverse().map((wink) => html`<li><${Icon} name="wink" /> <span>${winkStory(wink, t, names)} ${isBluff(chronicle, wink) && html`<b>${t("winks.bluff")}</b>`}</span></li>`)}</ol>`
          : html`<p class="wink-note">${t("winks.never")}</p>`
      }</section>`
    : null;
