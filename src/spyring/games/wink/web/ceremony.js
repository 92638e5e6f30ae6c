// What the page shows of this game outside its board: the hand that is dealt, and small pictures in the log.

import { html } from "/dom.js";
import { Reveller } from "./revellers.js";
import { Icon } from "./ring.js";
import { Token } from "./seats.js";
import { sorted } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** A hand is dealt once; that it grows smaller is no news. @param {View} view */
export const dealt = (view) => (view.phase !== "deal" && view.hand?.length ? "hand" : "");

/** My cards, and what they are for. @param {{view: View, t: import("./types.js").Translate}} props */
export const Deal = ({ view, t }) => html`<div class="wink-deal">
  <div class="wink-hand">${sorted(view.hand ?? []).map((number) => html`<span key=${number} class="wink-held"><${Reveller} number=${number} /><span class="wink-number">${number}</span></span>`)}</div>
  <p>${t(view.looks ? "deal.words" : "deal.table")} ${view.looks && t("deal.live")}</p></div>`;

const arrow = html`<span class="wink-arrow">→</span>`;
const plate = (/** @type {string} */ number) => html`<b class="wink-plate">${number}</b>`;

/** A line of the log as a small picture: whose pawn went where, who was named.
 * @param {[number | string, string]} line */
export function trail([actor, text]) {
  const [verb, ...words] = text.split(" ");
  if (typeof actor !== "number") return null;
  const by = html`<${Token} seat=${actor} />`;
  const picture =
    verb === "place"
      ? html`${by}${arrow}${plate(words[0])}`
      : verb === "guess"
        ? html`${by}${arrow}<${Token} seat=${Number(words[0])} />`
        : verb === "accuse"
          ? html`${by}${arrow}<${Token} seat=${Number(words[0])} />${plate(words[1])}`
          : verb === "wink"
            ? html`${by}<${Icon} name="wink" />`
            : verb === "shows"
              ? html`${by}<${Icon} name="down" />${plate(words[0])}`
              : null;
  return picture && html`<span class="wink-trail" aria-hidden="true">${picture}</span>`;
}
