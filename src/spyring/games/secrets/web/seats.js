// Real buttons over the picture: one for each seat and one for the centre, with the name and all that lies there in words.
import { classes, html } from "/dom.js";
import { stepRound } from "/kit/keys.js";
import { knowledge, knowledgeWords } from "./knowledge.js";
import { points, WORTH } from "./palette.js";
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
 * @param {Pick<Shared, "where" | "view" | "seat" | "names" | "t" | "covered" | "picks" | "options" | "isPickable" | "onPlace" | "moves"> & {looked: Place | null}} props
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
        button=${button(one)} picked=${picks.places.includes(one)} pickable=${isPickable(one)} onPlace=${onPlace} choosing=${choosing} moves=${moves} />`;
    })}
    <button ...${button("centre")} class=${`secrets-centre${isPickable("centre") ? " secrets-can" : ""}`}
      style=${over({ x: where.centre.x - where.centreR * 1.6, y: where.centre.y - where.centreR * 1.6, w: where.centreR * 3.2, h: where.centreR * 3.2 }, where)}></button>
  </div>`;
}

/**
 * @param {Pick<Shared, "where" | "view" | "t" | "onPlace" | "moves"> & {one: number, place: import("./layout.js").Place, mine: boolean, name: string, button: object, picked: boolean, pickable: boolean, choosing: boolean}} props
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
}) {
  const active = view.active === one;
  const waited = view.waiting.includes(one);
  const won = view.phase === "over" && view.winners.includes(one);
  const display = view.displays[one];
  const isOver = view.phase === "over";
  const worth = isOver ? view.scores[one] : openSum(display);
  const comes = Math.max(0, ...display.map((_, index) => moves?.arrive[`${one}:${index}`] ?? 0));
  const marks = [
    active && "secrets-active",
    waited && "secrets-waited",
    won && "secrets-won",
    mine && "secrets-mine",
  ];
  const state = [
    pickable && "secrets-can",
    picked && "secrets-picked",
    choosing && !pickable && "secrets-cannot",
  ];
  return html`<button ...${button} class=${classes("secrets-seat", `secrets-${place.name.side}`, place.name.below && "secrets-below", ...state)}
      style=${over(place.box, where)}>
      <span class=${classes("secrets-plate", ...marks)}>
        ${won && html`<svg class="secrets-flag" viewBox="0 0 12 12" aria-hidden="true"><path d="M1 0h1.8v12H1zM3 .5h9L9.5 3.5 12 6.5H3z" fill="currentColor" /></svg>`}
        ${active && html`<svg class="secrets-flag" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 0l6 6-6 6-6-6z" fill="currentColor" /></svg>`}
        <span class="secrets-name">${mine && where.wide && !where.small ? t("you.named", { name }) : name}</span>
        ${(isOver || display.length > 0) && html`<b class="secrets-score" key=${worth} style=${{ animationDelay: `${comes}ms` }}>${points(worth)}</b>`}
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
function describe(
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
  else if (known) said.push(covered ? t("covered") : knowledgeWords(known, t, names));
  if (isOver && place !== "centre") said.push(t("scored", { points: points(view.scores[place]) }));
  const lookers = [...new Set(view.looks.filter((look) => look.of === place).map((look) => names[look.by]))];
  if (lookers.length) said.push(t("looked.by", { names: lookers.join(", ") }));
  return said.join("; ");
}

/**
 * What was just claimed, beside the one who did.
 * @param {Pick<Shared, "where" | "names" | "t"> & {bubbles: {id: number, seat: number, text: string}[]}} props
 */
export function Bubbles({ bubbles, where, names, t }) {
  return html`<div class="secrets-bubbles" aria-hidden="true">
    ${bubbles.map(({ id, seat, text }) => {
      const { side, style } = beside(where.places[seat], where);
      return html`<p key=${id} class=${`secrets-bubble secrets-by-${side}`} style=${style}>${claim(text, seat, t, names)}</p>`;
    })}
  </div>`;
}

/** Where the words of a seat stand: above its name; at the upper edge beside its cards, on a phone over them. */
function beside(
  /** @type {import("./layout.js").Place} */ { box, name },
  /** @type {import("./layout.js").Layout} */ where,
) {
  const [left, right] = [part(box.x + 2, where.width), part(where.width - box.x - box.w + 2, where.width)];
  const above = { bottom: part(where.height - box.y + 6, where.height) };
  const across = name.side === "right" ? { right } : { left };
  if (!where.wide && !name.below)
    return {
      side: `${name.side} secrets-under-name`,
      style: { top: part(box.y + 33, where.height), ...across },
    };
  if (box.y > 50)
    return name.side === "middle"
      ? { side: "middle", style: { ...above, left: part(box.x + box.w / 2, where.width) } }
      : { side: name.side, style: { ...above, ...across } };
  const top = part(box.y + 2, where.height);
  if (name.side === "left")
    return { side: "edge", style: { top, right: part(where.width - box.x + 6, where.width) } };
  return { side: "edge", style: { top, left: part(box.x + box.w + 6, where.width) } };
}

/**
 * What I have just been shown, for a moment and large; with a brass edge if nobody else saw it.
 * @param {Pick<Shared, "where" | "seat" | "names" | "t"> & {sights: import("./board.js").Sight[]}} props
 */
export function Sights({ sights, where, seat, names, t }) {
  if (!sights.length) return null;
  const { box } = where.places[seat ?? 0];
  const end = where.wide ? box.y + box.h - 34 : box.y - 4; // over my cards, or clear of my token: what the others do stays in sight
  return html`<ul class="secrets-sights" aria-hidden="true" style=${{ bottom: part(where.height - end, where.height) }}>
    ${sights.map(
      ({ place, team, mine }) => html`<li key=${place} class=${mine ? "secrets-private" : ""}>
      <svg viewBox="-17.5 -17.5 36.5 36.5"><${Chip} r=${16} known=${{ team, doubtful: false, mine }} /></svg>
      <span>${place === seat ? t("sight.own", { team: t(team) }) : t("log.sees", { place: placeObject(place, t, names), team: t(team) })}</span></li>`,
    )}
  </ul>`;
}
