// The desk: what was seen between whom, and what follows from it with one tap.

import { html } from "/dom.js";
import { pairs } from "./chronicle.js";
import { winkMark } from "./hints.js";
import { Icon } from "./ring.js";
import { Token } from "./seats.js";
import { namesOf } from "./words.js";

/** @typedef {import("./chronicle.js").Chronicle} Chronicle */
/** @typedef {import("./chronicle.js").Clue} Clue */
/** @typedef {import("./choice.js").Choice} Choice */

const LAST = 12; // winks and accusations that are worth reading again

/** The choice that a clue fills in: an accusation, or with my own pawn a guess; nothing where neither is possible.
 * @param {{owner: number, seat: number, number: number}} clue @param {number | null} me @param {string[]} legal @returns {Choice | null} */
function filledIn({ owner, seat, number }, me, legal) {
  if (owner === me) return legal.includes(`guess ${seat}`) ? { kind: "guess", seat } : null;
  return legal.includes(`accuse ${seat} ${number}`) ? { kind: "accuse", seat, number } : null;
}

/** A wink that I saw as what can be done about it, while the pawn that it was meant for still stands there.
 * @param {import("./chronicle.js").Wink | undefined} wink @param {import("./types.js").View} view @param {string[]} legal */
export function aboutWink(wink, view, legal) {
  if (!wink || wink.number === null || view.pawns[wink.at] !== wink.number) return null;
  return filledIn({ owner: wink.at, seat: wink.by, number: wink.number }, view.seat ?? null, legal);
}

/** How my own wink was answered: by whom of all I could see looking at me (W41, W43).
 * @param {import("./chronicle.js").Own} own @param {import("./types.js").Translate} t @param {string[]} names */
export function answered({ at, watched }, t, names) {
  const others = watched.filter((seat) => seat !== at);
  const told = { name: names[at], names: namesOf(others, names), count: others.length };
  if (watched.includes(at)) return t(others.length ? "own.caught" : "own.seen", told);
  return t(others.length ? "own.missed" : "own.lost", told);
}

/** @param {Clue} clue @param {import("./types.js").Translate} t @param {string[]} names */
function clueWords({ owner, seat, winked, met, denied }, t, names) {
  const told = { name: names[seat], other: names[owner] };
  return [
    winked ? t("desk.winked", told) : "",
    met ? t("desk.met", { ...told, count: met }) : "",
    denied ? t("desk.denied", told) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** By pawn: who may hold its twin.
 * @param {Pick<import("./types.js").Shared, "view" | "seat" | "names" | "t" | "covered"> & {legal: string[], chronicle: Chronicle, start: (choice: Choice) => void}} props */
export function Pairs({ view, seat, names, t, covered, legal, chronicle, start }) {
  const rows = pairs(chronicle, view.pawns);
  if (!view.looks && rows.every(({ clues }) => clues.length === 0)) return null;
  return html`<section class="wink-pairs"><h2>${t("desk.pairs")}</h2>
    ${rows.length === 0 && html`<p class="wink-note">${t("desk.none")}</p>`}
    <ul>${rows.map(
      ({ owner, number, clues }) => html`<li key=${owner}>
      <span class="wink-pair-of"><${Token} seat=${owner} /><b>${number}</b><span class="unseen">${owner === seat ? t("card.pawn.you") : t("card.pawn", { name: names[owner] })}</span></span>
      <span class="wink-clues">${
        !covered && view.hand?.includes(number)
          ? html`<span class="wink-note">${t("card.twin")}</span>`
          : clues.length === 0
            ? html`<span class="wink-note" aria-hidden="true">–</span>`
            : clues.map((clue) => {
                const known = covered ? { ...clue, winked: false } : clue;
                const choice = filledIn(known, seat, legal);
                const words = clueWords(known, t, names);
                return html`<button key=${clue.seat} type="button" class=${`wink-clue ${known.winked ? "wink-told-on" : ""} ${known.denied ? "wink-denied" : ""}`} aria-label=${words} title=${words}
                  aria-disabled=${choice === null} onClick=${() => choice && start(choice)}><${Token} seat=${clue.seat} />${known.winked && html`<${Icon} name="wink" />`}${clue.met > 0 && html`<span><${Icon} name="eye" />${clue.met}</span>`}</button>`;
              })
      }</span></li>`,
    )}</ul></section>`;
}

/** The winks that I saw and my own, and who was accused of what; newest first.
 * @param {Pick<import("./types.js").Shared, "view" | "seat" | "names" | "t" | "covered"> & {legal: string[], chronicle: Chronicle, start: (choice: Choice) => void}} props */
export function Records({ view, seat, names, t, covered, legal, chronicle, start }) {
  const newest = (/** @type {any[]} */ list) => list.slice(-LAST).reverse();
  const winks = seat !== null && view.winks;
  return html`${
    winks &&
    html`<section class="wink-seen"><h2>${t("winks.title")}</h2>${
      covered
        ? html`<p class="wink-note">${t("winks.covered")}</p>`
        : chronicle.winks.length
          ? html`<ol>${newest(chronicle.winks).map((/** @type {import("./chronicle.js").Wink} */ wink) => {
              const choice = aboutWink(wink, view, legal);
              const said = html`<${Icon} name="wink" /> <span>${winkMark(wink, seat, t, names)}</span>`;
              return html`<li key=${`${wink.by} ${wink.beat}`}>${choice ? html`<button type="button" class="wink-again" onClick=${() => start(choice)}>${said}</button>` : said}</li>`;
            })}</ol>`
          : html`<p class="wink-note">${t("winks.none")}</p>`
    }</section>`
  }
  ${
    winks &&
    !covered &&
    chronicle.own.length > 0 &&
    html`<section class="wink-seen"><h2>${t("own.title")}</h2><ol>${newest(chronicle.own).map(
      (/** @type {import("./chronicle.js").Own} */ own) =>
        html`<li key=${own.beat}><span>${t("own.at", { name: names[own.at], beat: own.beat })} ${answered(own, t, names)}</span></li>`,
    )}</ol></section>`
  }
  ${
    chronicle.accusations.length > 0 &&
    html`<section class="wink-seen"><h2>${t("desk.accusations")}</h2><ol>${newest(chronicle.accusations).map(
      (/** @type {import("./chronicle.js").Accusation} */ { by, seat: accused, number, right }) =>
        html`<li key=${`${by} ${accused} ${number}`}><span>${t("log.accuse", { name: names[by], other: names[accused], number })} <b>${right === null ? "" : t(right ? "desk.right" : "desk.wrong")}</b></span></li>`,
    )}</ol></section>`
  }`;
}
