// The first look (S3): my token, then what else I may see, turned one after the other.
import { html } from "/dom.js";
import { Chip } from "./pieces.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Team} Team */

/**
 * What the feed says that this seat saw before the first card was turned up; with strict memory it says so only once (S50).
 * @param {import("/link.js").Told[]} told
 * @returns {{place: Place, team: Team}[]}
 */
function firstLook(told) {
  const seen = [];
  for (const one of told) {
    if (!("actor" in one)) continue;
    const [verb, place, team] = one.text.split(" ");
    if (verb === "reveal") break;
    if (verb === "sees" && team)
      seen.push({
        place: /** @type {Place} */ (place === "centre" ? place : Number(place)),
        team: /** @type {Team} */ (team),
      });
  }
  return seen;
}

/**
 * Where the table keeps the memory, whoever comes later finds the first look among what they know.
 * @param {import("./types.js").View} view @param {number} _seat @param {import("/link.js").Told[]} told
 */
export function dealt(view, _seat, told) {
  if (view.options.memory !== "strict" && (view.turn ?? 0) > 1) return "";
  return firstLook(told)
    .map(({ place, team }) => `${place} ${team}`)
    .join();
}

/** @param {Pick<import("./types.js").Shared, "view" | "t" | "names"> & {seat: number, told: import("/link.js").Told[]}} props */
export function Deal({ view, seat, told, t, names }) {
  const seen = firstLook(told);
  const own = seen.find(({ place }) => place === seat)?.team;
  const words = (/** @type {Place} */ place, /** @type {Team} */ team) => {
    if (place === seat) return t("deal.own", { team: t(team) });
    if (place === "centre") return t("deal.centre", { team: t(team) });
    return t("deal.right", { name: names[place], team: t(team) });
  };
  return html`<div class="secrets-deal-look">
    <ol>${seen.map(
      (
        { place, team },
        number,
      ) => html`<li key=${place} class=${place === seat ? "secrets-deal-own" : ""} style=${{ "--nth": number }}>
      <svg viewBox="-17.5 -17.5 36.5 36.5" aria-hidden="true"><${Chip} r=${16} known=${{ team, doubtful: false, mine: place !== "centre" }} /></svg>
      <span>${words(place, team)}</span></li>`,
    )}</ol>
    ${own && html`<p>${t(`deal.want.${own === "hippie" ? own : "team"}`, { team: t(own) })}</p>`}
    <p><b>${t(`deal.${view.options.memory}`)}</b></p>
  </div>`;
}
