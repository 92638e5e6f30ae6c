// The end: the points first, then who won and why, what everybody was and began as, and every seat's score.
import { html } from "/dom.js";
import { cardBluffs } from "./claims.js";
import { Emblem } from "./figures.js";
import { points } from "./palette.js";
import { reasons, result } from "./words.js";

/** @typedef {import("./types.js").Shared} Shared */

/** @param {{view: import("./types.js").Over, first?: string[][] | null, told: import("/link.js").Told[]} & Pick<Shared, "names" | "t">} props `first`: what every seat began as, as soon as the story has come */
export function Ending({ view, names, t, first, told }) {
  const seatsOf = (/** @type {string} */ team) =>
    view.identities.flatMap((one, seat) => (one === team ? [seat] : []));
  const [why] = reasons(view, t, names);
  const hippies = seatsOf("hippie");
  const began = (/** @type {number} */ seat) => first?.[seat]?.[0] ?? view.identities[seat];
  const bluffs = cardBluffs(told);
  return html`<section class="secrets-ending">
    <div class="secrets-teams">
      ${/** @type {const} */ (["cia", "kgb"]).map((team) => html`<${Team} key=${team} team=${team} sum=${points(view.ending[0].totals[team])} seats=${seatsOf(team)} view=${view} names=${names} t=${t} />`)}
      ${hippies.length > 0 && html`<${Team} team="hippie" sum=${hippies.map((seat) => points(view.scores[seat])).join(" · ")} seats=${hippies} view=${view} names=${names} t=${t} />`}
    </div>
    <h2>${result(view, t, names)}</h2>
    <p>${why}</p>
    <ul class="secrets-who" aria-label=${t("who.title")}>${view.identities.map(
      (team, seat) => html`<li key=${seat}>
        <svg class="secrets-emblem" viewBox="0 0 16 16" aria-hidden="true"><${Emblem} team=${team} fill="currentColor" /></svg>
        ${t(began(seat) === team ? "who" : "who.began", { name: names[seat], team: t(team), before: t(began(seat)) })}</li>`,
    )}</ul>
    <p class="secrets-small">${t("centre.was", { team: t(view.centre) })}</p>
    ${
      bluffs.length > 0 &&
      html`<h3>${t("bluffs")}</h3><ul class="secrets-bluffs">${bluffs.map(
        ({ by, said, card }, number) =>
          html`<li key=${number}>${t("bluff.card", { name: names[by], claim: t("claim.card", { card: t(`card.${said}`) }), card: t(`card.${card}`) })}</li>`,
      )}</ul>`
    }
  </section>`;
}

/**
 * Every seat's score, card by card.
 * @param {{view: import("./types.js").Over} & Pick<Shared, "names" | "t">} props
 */
export function Scores({ view, names, t }) {
  const [, ...scores] = reasons(view, t, names);
  return html`<ul class="secrets-reasons">${scores.map((sentence, seat) => html`<li key=${seat}>${sentence}</li>`)}</ul>`;
}

/**
 * @param {{view: import("./types.js").Over} & Pick<Shared, "names" | "t"> & {team: import("./types.js").Team, sum: string, seats: number[]}} props
 */
function Team({ team, sum, seats, view, names, t }) {
  return html`<div class=${`secrets-team secrets-${team}${view.won_by === team ? " secrets-won" : ""}`}>
    <span class="secrets-team-name"><svg class="secrets-emblem" viewBox="0 0 16 16" aria-hidden="true"><${Emblem} team=${team} fill="currentColor" /></svg>${t(team)}</span>
    <b class="secrets-sum">${sum}</b>
    <span class="secrets-small">${seats.map((seat) => names[seat]).join(", ")}</span>
    ${view.won_by === team && html`<span class="secrets-wins">${t("wins")}</span>`}
  </div>`;
}
