// Below or beside the table: what I may do now, what the cards do, and what I know.
import { html } from "/dom.js";
import { Confirm, Undo } from "/kit/choice.js";
import { goAmong } from "/kit/keys.js";
import { made } from "./choice.js";
import { Emblem, Figure } from "./figures.js";
import { knowledge, knowledgeWords, nowWords, seenWords } from "./knowledge.js";
import { points, SUITS, WORTH } from "./palette.js";
import { Back, Bullet, Chip } from "./pieces.js";
import { displayWords } from "./seats.js";
import { Lying } from "./table.js";
import { placeObject } from "./words.js";

/** @typedef {import("./types.js").Shared} Shared */

/** @typedef {import("./types.js").Place} Place */

const ANSWERS = ["accept", "refuse"];
const AT_ONCE = [...ANSWERS, "interrupt", "abstain"];

/**
 * A character with its name, its value and what it does.
 * @param {Pick<Shared, "t"> & {card: string, edge?: string, late?: number, children?: unknown}} props `late`: the ms until it is turned up
 */
function Tile({ card, t, edge, late, children }) {
  const turns = late !== undefined && { animationDelay: `${late}ms` };
  return html`<span class=${`secrets-tile${edge ? ` secrets-${edge}` : ""}${turns ? " secrets-appear" : ""}`} style=${turns || {}}>
    <svg viewBox="0 0 64 64" class="secrets-tile-figure" aria-hidden="true"><rect width="64" height="64" fill=${SUITS[card].field} /><${Figure} card=${card} /></svg>
    <b class="secrets-tile-name">${t(`card.${card}`)}</b> <b class="secrets-worth">${points(WORTH[card])}</b>
    <span class="secrets-does">${t(`does.${card}`)}</span>
    ${children}
  </span>`;
}

/**
 * What I choose now; every button ends in one of the legal texts.
 * @param {Pick<Shared, "view" | "seat" | "names" | "t" | "covered" | "options" | "picks" | "onPlace" | "moves" | "beat"> & {sending: boolean, once: ((text: string) => void) | null, barred: boolean, onCard: (card: string) => void, onUndo: () => void, send: (text: string) => void}} props
 */
export function Choice({
  view,
  seat: own,
  names,
  t,
  covered,
  options,
  picks,
  sending,
  once,
  barred,
  moves,
  beat,
  onCard,
  onPlace,
  onUndo,
  send,
}) {
  const seat = own ?? 0; // only a seat has something to choose
  const verb = options[0]?.verb;
  if (!verb) return html`<${Meanwhile} view=${view} t=${t} covered=${covered} moves=${moves} beat=${beat} />`;
  if (AT_ONCE.includes(verb))
    return html`<${AtOnce} view=${view} names=${names} t=${t} texts=${once ? ANSWERS : options.map(({ text }) => text)} sending=${sending} send=${once ?? send} />`;
  const whole = made(options, picks);
  const places = [...new Set(options.flatMap((option) => option.places))].sort(
    (one, other) => fromMe(one, seat, view) - fromMe(other, seat, view),
  );
  const cards = [...new Set(options.flatMap((option) => option.card ?? []))];
  return html`<div class="secrets-choice" onKeyDown=${goAmong}>
    ${
      cards.length > 0 &&
      html`<fieldset><legend>${t("choose.card")}</legend>
      <div class="secrets-pair">${cards.map(
        (
          card,
        ) => html`<button type="button" class="secrets-tile-button" aria-pressed=${String(picks.card === card)} onClick=${() => onCard(card)}>
        <${Tile} card=${card} t=${t} /></button>`,
      )}</div></fieldset>`
    }
    ${
      view.effect &&
      html`<div class="secrets-effect"><${Tile} card=${view.effect.card} t=${t}>
      ${verb === "shoot" && html`<${Drawn} view=${view} t=${t} covered=${covered} />`}<//></div>`
    }
    <fieldset><legend>${t(`choose.${verb}`)}</legend>
      <p class="secrets-small secrets-tap">${t(verb === "look" ? "choose.tap.token" : "choose.tap")}</p>
      <div class="secrets-row secrets-seat-row">${places.map(
        (
          place,
        ) => html`<button type="button" class="secrets-word" aria-pressed=${String(picks.places.includes(place))} onClick=${() => onPlace(place)}>
        ${verb === "exchange" && html`<small>${t(place === (seat + 1) % view.seats ? "left" : "right")}</small>`}
        ${place === "centre" ? t("centre") : place === seat ? t("me") : names[place]}</button>`,
      )}</div></fieldset>
    <div class="secrets-confirm" aria-live="polite">
      ${barred && html`<p class="secrets-small secrets-barred">${t(`cannot.${verb}`)}</p>`}
      <${Confirm} dress="secrets-go" can=${whole !== undefined && !sending} send=${() => whole && send(whole.text)}
        label=${whole ? confirmation(whole, t, names) : t(`need.${missing(cards, picks, verb)}`)} />
      ${(picks.card !== null || picks.places.length > 0) && html`<${Undo} dress="secrets-quiet-button" label=${t("undo")} undo=${onUndo} />`}
    </div>
  </div>`;
}

/** Clockwise from my own seat, the centre last. */
function fromMe(
  /** @type {Place} */ place,
  /** @type {number} */ seat,
  /** @type {import("./types.js").View} */ view,
) {
  return place === "centre" ? view.seats : (place - seat + view.seats) % view.seats;
}

function missing(
  /** @type {string[]} */ cards,
  /** @type {import("./choice.js").Picks} */ picks,
  /** @type {string} */ verb,
) {
  if (cards.length && picks.card === null) return "card";
  if (verb === "swap") return picks.places.length ? "second" : "two";
  return verb === "look" ? "place" : "seat";
}

/** The act in words, as it will be done. */
function confirmation(
  /** @type {import("./choice.js").Option} */ option,
  /** @type {import("./types.js").Translate} */ t,
  /** @type {string[]} */ names,
) {
  const [place, other] = option.places;
  const args = {
    card: option.card && t(`card.${option.card}`),
    name: names[Number(place)],
    other: names[Number(other)],
  };
  if (option.verb === "look") return t("do.look", { place: placeObject(place, t, names) });
  return t(`do.${option.verb}`, args);
}

/**
 * Two answers, each done at once: take the unseen card or leave it.
 * @param {Pick<Shared, "view" | "names" | "t"> & {texts: string[], sending: boolean, send: (text: string) => void}} props
 */
function AtOnce({ view, names, t, texts, sending, send }) {
  const hint = (/** @type {string} */ text) =>
    t(`do.${text}.hint`, { name: names[(text === "refuse" ? view.active : view.target) ?? 0] });
  return html`<div class="secrets-choice" onKeyDown=${goAmong}>
    <${Pair} view=${view} t=${t} hint=${t("one.of.two")} />
    <div class="secrets-answers">
      ${texts.map(
        (
          text,
        ) => html`<${Confirm} key=${text} dress=${`secrets-go secrets-${text}`} can=${!sending} send=${() => send(text)}
        label=${html`${t(`do.${text}`)}<small>${hint(text)}</small>`} />`,
      )}
    </div>
  </div>`;
}

/** @param {Pick<Shared, "view" | "t"> & Partial<Pick<Shared, "moves" | "beat">> & {hint: string, own?: string | null}} props each card comes when it is turned up on the table */
function Pair({ view, t, hint, own, moves, beat }) {
  if (view.revealed.length < 2) return null;
  return html`<div class="secrets-now"><p class="secrets-small">${hint}</p>
    <div class="secrets-pair">${view.revealed.map(
      (
        card,
      ) => html`<${Tile} key=${moves?.open[card] === undefined ? card : `${beat}-${card}`} card=${card} t=${t} late=${moves?.open[card]} edge=${own === card ? "own" : ""}>
      ${own === card && html`<span class="secrets-small">${t("you.offered")}</span>`}<//>`,
    )}</div></div>`;
}

/** While others choose: the cards it is about. @param {Pick<Shared, "view" | "t" | "covered" | "moves" | "beat">} props */
function Meanwhile({ view, t, covered, moves, beat }) {
  if (view.effect) return html`<div class="secrets-effect"><${Tile} card=${view.effect.card} t=${t} /></div>`;
  const own = covered ? null : view.offered;
  return html`<${Pair} view=${view} t=${t} own=${own} moves=${moves} beat=${beat} hint=${t(view.target === null ? "open.two" : own ? "others.know.two" : "one.of.two")} />`;
}

/** The bullet in my hand. @param {Pick<Shared, "view" | "t" | "covered">} props */
function Drawn({ view, t, covered }) {
  return html`<span class="secrets-drawn">
    <svg viewBox="0 0 46 65" aria-hidden="true"><${Bullet} w=${46} h=${65} value=${covered ? null : view.bullet} mine=${true} /></svg>
    <span>${covered || view.bullet == null ? t("covered") : t("bullet.drawn", { points: points(view.bullet) })}</span></span>`;
}

/**
 * What wins, and when it ends: whoever has not read the rules can follow the game with this.
 * @param {Pick<Shared, "view" | "t">} props
 */
export function Aim({ view, t }) {
  const lines = [
    ["team", ["cia", "kgb"]],
    ["hippie", ["hippie"]],
    ["end", []],
  ];
  return html`<section class="secrets-aim secrets-small" aria-label=${t("aim")}>
    ${lines.map(
      ([key, teams]) => html`<p key=${key}>
      ${/** @type {string[]} */ (teams).map((team) => html`<svg class="secrets-emblem" viewBox="0 0 16 16" aria-hidden="true"><${Emblem} team=${team} fill="currentColor" /></svg> `)}
      ${t(`aim.${key}`, { cards: view.ends_at })}</p>`,
    )}
  </section>`;
}

/**
 * What I have seen, place by place, as one card with a brass edge.
 * @param {Pick<Shared, "view" | "seat" | "names" | "t" | "covered">} props
 */
export function Knowledge({ view, seat, names, t, covered }) {
  if (view.phase === "over") return null;
  const known = knowledge(view);
  const order = [...Array(view.seats).keys()].map((number) => ((seat ?? 0) + number) % view.seats);
  const rows = /** @type {Place[]} */ ([...order, "centre"]).flatMap((place) => {
    const facts = known.get(place);
    return facts ? [{ place, facts }] : [];
  });
  const strict = view.options.memory === "strict";
  if (seat === null && !rows.length) return null;
  const body = () => {
    if (covered)
      return html`<p class="secrets-covered"><svg viewBox="0 0 32 45" aria-hidden="true"><${Back} w=${32} h=${45} /></svg>${t("covered.hint")}</p>`;
    if (!rows.length) return html`<p class="secrets-small">${t(strict ? "know.strict" : "know.nothing")}</p>`;
    return html`<ul>${rows.map(({ place, facts }) => {
      return html`<li key=${place}>
        <svg viewBox="-17.5 -17.5 36.5 36.5" aria-hidden="true"><${Chip} r=${16} known=${facts.chip} /></svg>
        <span><b>${place === seat ? t("token.mine") : place === "centre" ? t("token.centre") : names[place]}</b>
          ${seenWords(facts, t, names) && html`<span>${seenWords(facts, t, names)}</span>`} ${nowWords(facts, t) && html`<strong>${nowWords(facts, t)}</strong>`}</span></li>`;
    })}</ul>`;
  };
  return html`<section class=${`secrets-know${seat === null ? "" : " secrets-private"}${strict ? " secrets-short" : ""}`} aria-label=${t("know")}><h2>${t(seat === null ? "know.public" : "know")}</h2>${body()}</section>`;
}

/**
 * One seat or the centre looked at closely: its cards by name, and who looked at its token.
 * @param {Pick<Shared, "view" | "seat" | "names" | "t" | "covered"> & {place: import("./types.js").Place, onClose: () => void}} props
 */
export function Closer({ place, view, seat, names, t, covered, onClose }) {
  const over = view.phase === "over";
  const display = place === "centre" ? [] : view.displays[place];
  const known = knowledge(view).get(place);
  const looks = view.looks.filter((look) => look.of === place);
  const team = over
    ? place === "centre"
      ? view.centre
      : view.identities[place]
    : place === "centre"
      ? null
      : (view.opened?.[place] ?? null);
  return html`<section class="secrets-closer" aria-live="polite">
    <h2>${place === "centre" ? t("token.centre") : place === seat ? t("you.named", { name: names[place] }) : names[place]}
      <button type="button" class="secrets-quiet-button" aria-label=${t("close")} onClick=${onClose}>×</button></h2>
    ${
      place !== "centre" &&
      html`<ul class="secrets-cards">${display.map(
        (card, index) => html`<li key=${index}>
        <svg viewBox="0 0 46 65" aria-hidden="true"><${Lying} card=${card} w=${46} h=${65} covered=${covered} over=${over} /></svg>
        <span>${displayWords([card], t, covered, over)}</span></li>`,
      )}</ul>`
    }
    ${place !== "centre" && !display.length && html`<p class="secrets-small">${t("display.none")}</p>`}
    ${view.un === place && html`<p class="secrets-small secrets-says">${t("un.holds")}</p>`}
    ${!over && place === "centre" && view.un === null && html`<p class="secrets-small">${t("un.here")}</p>`}
    ${team && html`<p><svg class="secrets-emblem" viewBox="0 0 16 16" aria-hidden="true"><${Emblem} team=${team} fill="currentColor" /></svg> ${t(team)}</p>`}
    ${!over && known && html`<p class="secrets-small">${covered ? t("covered") : knowledgeWords(known, t, names)}</p>`}
    ${looks.length > 0 && html`<p class="secrets-small">${looks.map((look) => t("looked.in", { name: names[look.by], turn: look.turn })).join(" ")}</p>`}
  </section>`;
}
