// Real buttons over the picture: one for each seat and one for the centre, with the name and all that lies there in words.
import { classes, html } from "/dom.js";
import { stepRound } from "/kit/keys.js";
import { listed } from "/texts.js";
import { Emblem, Figure } from "./figures.js";
import { knowledge, knowledgeWords } from "./knowledge.js";
import { INK, points, SUITS, WORTH } from "./palette.js";
import { Chip } from "./pieces.js";
import { claim, openSum, placeObject } from "./words.js";

/** @typedef {import("./types.js").Shared} Shared */
/** @typedef {import("./types.js").Place} Place */

const part = (/** @type {number} */ of, /** @type {number} */ whole) => `${(of / whole) * 100}%`;

function over(
  /** @type {import("./layout.js").Place["box"]} */ box,
  /** @type {import("./layout.js").Layout} */ where,
) {
  return {
    left: part(box.x, where.width),
    top: part(box.y, where.height),
    width: part(box.w, where.width),
    height: part(box.h, where.height),
  };
}

/** The box of a seat together with its chip, so that tapping the chip taps the seat. */
function chipBox(/** @type {import("./layout.js").Place} */ place) {
  const size = place.r * 2 + 12;
  return { x: place.chip.x - size / 2, y: place.chip.y - size / 2, w: size, h: size };
}

/**
 * Seats clockwise from the one at the bottom, then the centre: the order in which Tab and the arrows go.
 * @param {Pick<Shared, "where" | "view" | "seat" | "names" | "t" | "covered" | "picks" | "options" | "isPickable" | "onPlace" | "moves"> & {looked: Place | null, said: Map<number, string>}} props
 */
export function Seats({
  where,
  view,
  seat,
  names,
  t,
  covered,
  picks,
  options,
  isPickable,
  onPlace,
  looked,
  moves,
  said,
}) {
  const bottom = seat ?? 0;
  const order = [...Array(view.seats).keys()].map((number) => (bottom + number) % view.seats);
  const choosing = options.some((option) => option.places.length > 0);
  const button = (/** @type {Place} */ place) => ({
    type: "button",
    "data-place": place,
    "aria-pressed": choosing && isPickable(place) ? String(picks.places.includes(place)) : undefined,
    "aria-expanded": choosing ? undefined : String(looked === place),
    "aria-disabled": choosing && !isPickable(place) ? "true" : undefined,
    "aria-label": describe(place, { view, seat, names, t, covered }),
    onClick: () => onPlace(place),
  });
  return html`<div class="secrets-seats" role="group" aria-label=${t("table")} onKeyDown=${goRound}>
    ${order.map((one) => {
      const place = where.places[one];
      return html`<${Seat} key=${one} one=${one} place=${place} where=${where} view=${view} mine=${one === seat} name=${names[one]} t=${t}
        button=${button(one)} picked=${picks.places.includes(one)} pickable=${isPickable(one)} onPlace=${onPlace} choosing=${choosing} moves=${moves} said=${said.get(one)} names=${names} />`;
    })}
    <button ...${button("centre")} class=${`secrets-centre${isPickable("centre") ? " secrets-can" : ""}`}
      style=${over({ x: where.centre.x - where.centreR * 1.6, y: where.centre.y - where.centreR * 1.6, w: where.centreR * 3.2, h: where.centreR * 3.2 }, where)}></button>
  </div>`;
}

/**
 * @param {Pick<Shared, "where" | "view" | "t" | "onPlace" | "moves" | "names"> & {said?: string, one: number, place: import("./layout.js").Place, mine: boolean, name: string, button: object, picked: boolean, pickable: boolean, choosing: boolean}} props
 */
function Seat({
  one,
  place,
  where,
  view,
  mine,
  name,
  t,
  button,
  picked,
  pickable,
  onPlace,
  choosing,
  moves,
  said,
  names,
}) {
  const active = view.active === one;
  const waited = view.waiting.includes(one);
  const won = view.phase === "over" && view.winners.includes(one);
  const display = view.displays[one];
  const isOver = view.phase === "over";
  const worth = isOver ? view.scores[one] : openSum(display);
  const [arrive, down] = [moves?.arrive ?? {}, moves?.down ?? {}];
  const comes = Math.max(
    isOver ? (moves?.turn[one] ?? 0) : 0,
    ...display.map((_, index) => arrive[`${one}:${index}`] ?? 0),
    ...display.map((_, index) => down[`${one}:${index}`] ?? 0),
  );
  const marks = [
    active && "secrets-active",
    waited && "secrets-waited",
    won && "secrets-won",
    mine && "secrets-mine",
    said && "secrets-saying",
  ];
  const state = [
    pickable && "secrets-can",
    picked && "secrets-picked",
    choosing && !pickable && "secrets-cannot",
  ];
  return html`<button ...${button} class=${classes("secrets-seat", `secrets-${place.name.side}`, place.name.below && "secrets-below", ...state)}
      style=${over(place.box, where)}>
      <span class=${classes("secrets-plate", ...marks)} style=${{ "--late": `${moves?.length ?? 0}ms` }}>
        ${won && html`<svg class="secrets-flag" viewBox="0 0 12 12" aria-hidden="true"><path d="M1 0h1.8v12H1zM3 .5h9L9.5 3.5 12 6.5H3z" fill="currentColor" /></svg>`}
        ${active && html`<svg class="secrets-flag" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 0l6 6-6 6-6-6z" fill="currentColor" /></svg>`}
        <span class="secrets-name" style=${{ "--letters": name.length }}>${mine && where.wide && !where.small ? t("you.named", { name }) : name}</span>
        ${said && html`<${Said} text=${said} by=${one} names=${names} t=${t} />`}
        ${!said && (isOver || display.length > 0) && html`<b class="secrets-score" key=${worth} style=${{ animationDelay: `${comes}ms` }}>${points(worth)}</b>`}
      </span>
    </button>
    <span class="secrets-chip-touch" aria-hidden="true" style=${over(chipBox(place), where)} onClick=${() => onPlace(one)}></span>`;
}

/** The arrows go round the table. */
function goRound(/** @type {KeyboardEvent} */ event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const leftwards = [...group.querySelectorAll("button")].reverse(); // clockwise from the bottom goes left
  const next = stepRound(event.key, leftwards, /** @type {HTMLButtonElement} */ (document.activeElement));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The cards of a display in words. */
export function displayWords(
  /** @type {import("./types.js").Card[]} */ display,
  /** @type {import("./types.js").Translate} */ t,
  /** @type {boolean} */ covered,
  /** @type {boolean} */ open,
) {
  if (!display.length) return t("display.none");
  return display
    .map((card) => {
      if (card.card === "bullet") {
        const value = covered && !open ? undefined : card.value;
        return value === undefined ? t("bullet") : `${t("bullet")} ${points(value)}`;
      }
      return card.up
        ? `${t(`card.${card.card}`)} ${points(WORTH[card.card])}`
        : t("display.down", { card: t(`card.${card.card}`) });
    })
    .join(", ");
}

/** Everything that lies at a place, in words. */
export function describe(
  /** @type {Place} */ place,
  /** @type {Pick<Shared, "view" | "seat" | "names" | "t" | "covered">} */ { view, seat, names, t, covered },
) {
  const isOver = view.phase === "over";
  const said = [];
  if (place === "centre") said.push(t("token.centre"));
  else {
    said.push(place === seat ? t("you.named", { name: names[place] }) : names[place]);
    if (view.active === place) said.push(t("active"));
    if (view.target === place) said.push(t("target"));
    said.push(displayWords(view.displays[place], t, covered, isOver));
    if (!isOver && view.displays[place].length)
      said.push(t("sum", { points: points(openSum(view.displays[place])) }));
    if (view.un === place) said.push(t("un.holds"));
  }
  const known = knowledge(view).get(place);
  if (isOver) said.push(t(place === "centre" ? view.centre : view.identities[place]));
  else if (view.opened && place !== "centre") said.push(t(view.opened[place]));
  else if (known) said.push(covered ? t("covered") : knowledgeWords(known, t, names));
  if (isOver && place !== "centre") said.push(t("scored", { points: points(view.scores[place]) }));
  const lookers = [...new Set(view.looks.filter((look) => look.of === place).map((look) => names[look.by]))];
  if (lookers.length) said.push(t("looked.by", { names: listed(lookers) }));
  return said.join(t("list.pause"));
}

/**
 * A claim on the plate of whoever makes it: a sign in place of the sum, so it covers nothing. The talk and the log have its words.
 * @param {Pick<Shared, "names" | "t"> & {text: string, by: number}} props
 */
function Said({ text, by, names, t }) {
  const [kind, word, team] = text.split(" ").slice(1);
  const whom = kind === "doubt" || (kind === "team" && Number(word) !== by) ? Number(word) + 1 : "";
  return html`<span class="secrets-bubble" title=${claim(text, by, t, names)}>
    ${whom && html`<b>${whom}</b>`}
    <svg viewBox="0 0 16 16">
      ${kind === "card" && html`<svg viewBox="0 0 64 64"><rect width="64" height="64" fill=${SUITS[word].field} /><${Figure} card=${word} /></svg>`}
      ${kind === "team" && html`<${Emblem} team=${team} fill=${INK} />`}
      ${SIGNS[kind] && html`<path d=${SIGNS[kind]} fill="none" stroke=${INK} stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />`}
    </svg></span>`;
}

/** @type {Record<string, string>} trust, take, refuse, doubt */
const SIGNS = {
  trust:
    "M8 13.5L2.6 8C.6 5.8 2.6 2.6 5.2 3.1C6.8 3.4 8 5.2 8 5.2C8 5.2 9.2 3.4 10.8 3.1C13.4 2.6 15.4 5.8 13.4 8Z",
  take: "M2.5 8.5L6.5 12.5L13.5 3.5",
  refuse: "M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5",
  doubt: "M5 5.2C5 1.4 11 1.4 11 5C11 7.4 8 7.2 8 10M8 13.4V13.5",
};

/**
 * What I have just been shown, on the token itself, for a moment and large; with a brass edge if nobody else saw it.
 * @param {Pick<Shared, "where" | "seat" | "names" | "t"> & {sights: import("./board.js").Sight[]}} props
 */
export function Sights({ sights, where, seat, names, t }) {
  return sights.map(({ place, team, mine }) => {
    const { x, y } = place === "centre" ? where.centre : where.places[place].chip;
    const r = place === "centre" ? where.centreR : where.places[place].r;
    const words =
      place === seat
        ? t("sight.own", { team: t(team) })
        : t("log.sees", { place: placeObject(place, t, names), team: t(team) });
    return html`<div key=${place} class="secrets-sight" aria-hidden="true" title=${words}
      style=${{ left: part(x, where.width), top: part(y, where.height), "--size": `${(r / where.width) * 232}cqw` }}>
      <svg viewBox="-17.5 -17.5 36.5 36.5"><${Chip} r=${16} known=${{ team, doubtful: false, mine }} /></svg><b>${t(team)}</b></div>`;
  });
}
