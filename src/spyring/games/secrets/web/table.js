// The table from above: seats with their displays and chips, the middle, and what is on its way.
import { html } from "/dom.js";
import { Emblem } from "./figures.js";
import { knowledge } from "./knowledge.js";
import { BRASS, INK, PAPER } from "./palette.js";
import { Back, Bullet, Chip, Corners, Eye, Face, Glass, Spent, UnToken } from "./pieces.js";
import { Room } from "./room.js";

/** @typedef {import("./types.js").Shared} Shared */

const px = (/** @type {number} */ number) => `${number}px`;
const at = (/** @type {import("./layout.js").Point} */ point) => ({
  transform: `translate(${point.x}px, ${point.y}px)`,
});

/**
 * The whole table as one picture; the buttons over it speak for it.
 * @param {Pick<Shared, "where" | "view" | "covered" | "picks" | "isPickable" | "moves" | "beat" | "t">} props
 */
export function Table({ where, view, covered, picks, isPickable, moves, beat, t }) {
  const known = knowledge(view);
  const over = view.phase === "over";
  const shared = { where, view, moves, beat };
  const seats = [...Array(view.seats).keys()];
  return html`<svg class="secrets-picture" viewBox=${`0 0 ${where.width} ${where.height}`} aria-hidden="true" focusable="false">
    <${Room} at=${where} />
    ${seats.map((seat) => html`<${Pool} key=${`pool-${seat}`} place=${where.places[seat]} lit=${view.waiting.includes(seat)} />`)}
    ${seats.map((seat) => html`<${Display} key=${`display-${seat}`} owner=${seat} covered=${covered} ...${shared} />`)}
    <${Middle} t=${t} covered=${covered} picks=${picks} ...${shared} />
    <${Token} key="centre" place="centre" point=${where.centre} r=${where.centreR} known=${known.get("centre")?.chip} shown=${over ? view.centre : null}
      covered=${covered} pickable=${isPickable("centre")} picked=${picks.places.includes("centre")} ...${shared} />
    <g style=${at(where.centre)}><${Glass} r=${where.centreR} /></g>
    ${seats.map(
      (
        seat,
      ) => html`<${Token} key=${`token-${seat}`} place=${seat} point=${where.places[seat].chip} r=${where.places[seat].r}
      known=${known.get(seat)?.chip} shown=${over ? view.identities[seat] : (view.opened?.[seat] ?? null)} covered=${covered}
      pickable=${isPickable(seat)} picked=${picks.places.includes(seat)} ...${shared} />`,
    )}
    ${Object.entries(moves?.full ?? {}).map(([seat, delay]) => html`<${Full} key=${`${beat}-full-${seat}`} place=${where.places[Number(seat)]} delay=${delay} />`)}
    <${Eyes} ...${shared} />
    <${Un} ...${shared} />
    <${Offer} covered=${covered} ...${shared} />
    ${moves?.ghosts.map((one) => html`<${Ghost} key=${`${beat}-${one.key}`} one=${one} where=${where} />`)}
    ${moves?.gazes.map((gaze, number) => html`<${Gaze} key=${`${beat}-gaze-${number}`} gaze=${gaze} where=${where} />`)}
  </svg>`;
}

/**
 * A little of the lamp's light on the seat that everybody waits for.
 * @param {{place: import("./layout.js").Place, lit: boolean}} props
 */
function Pool({ place, lit }) {
  const { x, y, w, h } = place.box;
  return html`<ellipse class=${lit ? "secrets-pool secrets-lit" : "secrets-pool"} cx=${x + w / 2} cy=${y + h / 2} rx=${w * 0.58} ry=${h * 0.62} />`;
}

/** A frame that flashes round the display that ends the game (S40). @param {{place: import("./layout.js").Place, delay: number}} props */
function Full({ place, delay }) {
  const { w, h } = place.card;
  const [xs, ys] = [place.slots.map(({ x }) => x), place.slots.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - 4, Math.min(...ys) - 4];
  return html`<rect class="secrets-full" style=${{ animationDelay: `${delay}ms` }} x=${left} y=${top} width=${Math.max(...xs) + w + 4 - left} height=${Math.max(...ys) + h + 4 - top} rx="6" />`;
}

/** @param {Pick<Shared, "view" | "where" | "covered" | "moves" | "beat"> & {owner: number}} props */
function Display({ owner, view, where, covered, moves, beat }) {
  const place = where.places[owner];
  const { w, h } = place.card;
  return view.displays[owner].map((card, index) => {
    const arrives = moves?.arrive[`${owner}:${index}`];
    const turns = moves?.down[`${owner}:${index}`];
    const fresh = arrives !== undefined;
    const lying = html`<${Lying} card=${card} w=${w} h=${h} covered=${covered} over=${view.phase === "over"} large=${where.small} />`;
    return html`<g class="secrets-lies" key=${fresh || turns !== undefined ? `${beat}-${index}` : index} style=${at(place.slots[index])}>
      <g class=${fresh ? "secrets-appear" : ""} style=${fresh ? { animationDelay: `${arrives}ms` } : {}}>
        ${
          turns === undefined
            ? lying
            : html`<${Face} card=${card.card} w=${w} h=${h} large=${where.small} />
          <g class="secrets-down" style=${{ transformOrigin: `${w / 2}px 0`, animationDelay: `${turns}ms` }}>${lying}</g>`
        }
      </g>
    </g>`;
  });
}

/**
 * A card as it lies in a display.
 * @param {Pick<Shared, "covered"> & {card: import("./types.js").Card, w: number, h: number, over: boolean, large?: boolean}} props
 */
export function Lying({ card, w, h, covered, over, large }) {
  if (card.card === "bullet")
    return html`<${Bullet} w=${w} h=${h} value=${covered && !over ? null : card.value} mine=${!over} large=${large} />`;
  return card.up
    ? html`<${Face} card=${card.card} w=${w} h=${h} large=${large} />`
    : html`<${Spent} card=${card.card} w=${w} h=${h} />`;
}

/**
 * @param {Pick<Shared, "covered" | "where" | "moves" | "beat"> & {place: import("./types.js").Place, point: import("./layout.js").Point, r: number, known: import("./knowledge.js").Known | undefined, shown: string | null, pickable: boolean, picked: boolean}} props
 */
function Token({ place, point, r, known, shown, covered, pickable, picked, where, moves, beat }) {
  const swap = moves?.chips[place];
  const maybe = moves?.maybe.find((one) => place === "centre" || one.places.includes(place));
  const turn = moves?.turn[place];
  /** @type {Record<string, string>} */
  const style = {};
  let motion = "";
  if (swap) {
    const from = spot({ at: swap.from === "centre" ? "centre" : "seat", seat: Number(swap.from) }, where);
    motion = "secrets-swap";
    Object.assign(style, {
      "--dx": px(from.x - point.x),
      "--dy": px(from.y - point.y),
      animationDelay: `${swap.delay}ms`,
    });
  } else if (maybe) {
    motion = place === "centre" ? "secrets-shuffle" : "secrets-maybe";
    Object.assign(style, {
      "--dx": px((where.centre.x - point.x) * 0.4),
      "--dy": px((where.centre.y - point.y) * 0.4),
      animationDelay: `${maybe.delay}ms`,
    });
  } else if (turn !== undefined) {
    motion = "secrets-turn";
    style.animationDelay = `${turn}ms`;
  }
  return html`<g class="secrets-token" style=${at(point)}>
    ${turn !== undefined && html`<g key=${`${beat}-down`} class="secrets-turn-away" style=${{ animationDelay: `${turn}ms` }}><${Chip} r=${r} /></g>`}
    <g key=${motion ? beat : "still"} class=${motion} style=${style}>
      ${pickable && !picked && html`<${Corners} r=${r + (where.small ? 2 : 3)} />`}
      ${picked && html`<circle r=${r + 4.5} fill="none" stroke=${PAPER} stroke-width="4" /><circle r=${r + 4.5} fill="none" stroke=${BRASS} stroke-width="2" />`}
      <${Chip} r=${r} known=${known} shown=${shown} covered=${covered} />
    </g>
  </g>`;
}

/**
 * Deck, the two open cards, and at the end the emblem of who won.
 * @param {Pick<Shared, "view" | "where" | "t" | "covered" | "picks" | "moves" | "beat">} props
 */
function Middle({ view, where, t, covered, picks, moves, beat }) {
  const { w, h } = where.openCard;
  const deck = where.deckCard;
  const own = covered ? null : view.offered;
  const effect = view.effect?.card;
  const room = view.seats > 6 && !where.broad ? 8 : 17; // letters between the chips; the panel has the names in any case
  const named =
    where.wide &&
    !where.small &&
    view.target === null &&
    view.revealed.every((card) => t(`card.${card}`).length <= room);
  return html`<g>
    ${
      view.deck > 0 &&
      view.phase !== "over" &&
      html`<g style=${at(where.deck)}>
      ${[4, 2, 0].map((lift) => html`<g style=${{ transform: `translate(${lift / 2}px, ${-lift}px)` }}><${Back} w=${deck.w} h=${deck.h} /></g>`)}
      ${
        !where.small &&
        html`<g style=${{ transform: `translate(${deck.w / 2 + 1}px, ${deck.h + where.font * 0.95}px)` }}>
        <text class="secrets-numeral" text-anchor="middle" font-size=${where.font} fill=${PAPER}>${view.deck}</text>
      </g>`
      }
    </g>`
    }
    ${view.phase === "over" && html`<${Verdict} view=${view} where=${where} late=${moves?.length ?? 0} />`}
    ${view.revealed.map((card, index) => {
      const delay = moves?.open[card];
      const moving = delay !== undefined;
      const from = { x: where.deck.x - where.open[index].x, y: where.deck.y - where.open[index].y };
      const faded = view.target !== null && own !== card && effect !== card;
      const chosen = picks.card === card || own === card;
      return html`<g class="secrets-open" key=${moving ? `${beat}-${card}` : card} style=${at(where.open[index])}>
        <g class=${moving ? "secrets-deal" : ""} style=${moving ? { "--dx": px(from.x), "--dy": px(from.y), animationDelay: `${delay}ms` } : {}}>
          ${faded && html`<rect width=${w} height=${h} rx=${w * 0.07} fill=${INK} opacity=".5" />`}
          <${Face} card=${card} w=${w} h=${h} faded=${faded} large=${where.small} />
          ${chosen && html`<rect x="-2" y="-2" width=${w + 4} height=${h + 4} rx=${w * 0.08} fill="none" stroke=${BRASS} stroke-width="4" />`}
          ${named && html`<text class="secrets-card-name" x=${index ? 0 : w} y=${h + 21} text-anchor=${index ? "start" : "end"} font-size=${where.font} fill=${PAPER}>${t(`card.${card}`)}</text>`}
        </g>
      </g>`;
    })}
  </g>`;
}

/** @param {{view: import("./types.js").Over, where: import("./layout.js").Layout, late: number}} props */
function Verdict({ view, where, late }) {
  const size = where.openCard.h * 1.15;
  const x = where.open[0].x + where.openCard.w + (where.open[1].x - where.open[0].x - where.openCard.w) / 2;
  const y = where.open[0].y + where.openCard.h / 2;
  return html`<g style=${at({ x, y })}><g class="secrets-verdict" style=${{ animationDelay: `${late}ms` }}>
    <path d=${burst(size * 0.66, size * 0.5, 18)} fill=${PAPER} />
    ${
      view.won_by === "nobody"
        ? html`<path d=${`M${-size * 0.2} ${-size * 0.2}L${size * 0.2} ${size * 0.2}M${size * 0.2} ${-size * 0.2}L${-size * 0.2} ${size * 0.2}`} stroke=${INK} stroke-width=${size * 0.1} />`
        : html`<svg x=${-size * 0.33} y=${-size * 0.33} width=${size * 0.66} height=${size * 0.66} viewBox="0 0 16 16"><${Emblem} team=${view.won_by} fill=${INK} /></svg>`
    }
  </g></g>`;
}

function burst(/** @type {number} */ outer, /** @type {number} */ inner, /** @type {number} */ points) {
  const corners = Array.from({ length: points * 2 }, (_, number) => {
    const r = number % 2 ? inner : outer;
    const angle = (number * Math.PI) / points;
    return `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/**
 * Who looked where: an eye on the rim of the token, on the side from which it was looked at.
 * @param {Pick<Shared, "view" | "where">} props
 */
function Eyes({ view, where }) {
  const seen = new Map();
  for (const look of view.looks) seen.set(`${look.by}-${look.of}`, look);
  return [...seen.values()].map((look) => {
    const token = spot({ at: look.of === "centre" ? "centre" : "seat", seat: Number(look.of) }, where);
    const r = look.of === "centre" ? where.centreR * 1.42 : where.places[look.of].r;
    const from = look.by === look.of ? middle(where.places[look.by].box) : where.places[look.by].chip;
    const angle = Math.atan2(from.y - token.y, from.x - token.x);
    const far = r + (where.wide ? 9 : 5.5);
    const fresh = view.turn !== null && look.turn >= view.turn - 1;
    return html`<g key=${`${look.by}-${look.of}`} style=${at({ x: token.x + far * Math.cos(angle), y: token.y + far * Math.sin(angle) })}>
      <${Eye} size=${where.wide ? 9 : 6.5} fresh=${fresh} />
    </g>`;
  });
}

/** It falls like a stamp where it comes to lie. @param {Pick<Shared, "view" | "where" | "moves" | "beat">} props */
function Un({ view, where, moves, beat }) {
  if (view.phase === "over") return null;
  const point = view.un === null ? where.un : where.places[view.un].un[view.displays[view.un].length];
  return (
    point &&
    html`<g style=${at(point)}><g key=${moves && moves.un !== null ? beat : "still"} class=${moves && moves.un !== null ? "secrets-stamp" : ""}
      style=${moves && moves.un !== null ? { animationDelay: `${moves.un}ms` } : {}}><${UnToken} r=${where.unR} /></g></g>`
  );
}

/**
 * The card on offer: face down before its target; a Politician on its way lies open before its sender.
 * @param {Pick<Shared, "view" | "where" | "covered" | "moves" | "beat">} props
 */
function Offer({ view, where, covered, moves, beat }) {
  const sending = view.effect?.card === "politician";
  const waits = view.phase === "un" || view.phase === "answer";
  if (!sending && !waits) return null;
  const { w, h } = where.offerCard;
  const point = spot({ at: "offer", seat: sending ? view.effect?.by : view.target }, where);
  const from = spot({ at: "offer", seat: view.active }, where);
  const slides = waits && moves?.offer !== null && moves?.offer !== undefined;
  const arrives = sending && moves?.ghosts.length;
  const style = slides
    ? { "--dx": px(from.x - point.x), "--dy": px(from.y - point.y), animationDelay: `${moves.offer}ms` }
    : {};
  if (arrives) style.animationDelay = `${moves.length}ms`;
  return html`<g style=${at(point)}>
    <g key=${slides || arrives ? beat : "still"} class=${slides ? "secrets-slide" : arrives ? "secrets-appear" : ""} style=${style}>
      <g class="secrets-offer" transform=${`rotate(${sending ? 0 : -7}) translate(${-w / 2} ${-h / 2})`}>
        <rect x="2" y="3.5" width=${w} height=${h} rx="3" fill=${INK} opacity=".5" />
        ${sending ? html`<${Face} card="politician" w=${w} h=${h} />` : html`<${Back} w=${w} h=${h} />`}
        ${waits && view.offered && !covered && html`<rect x="-1" y="-1" width=${w + 2} height=${h + 2} rx="4" fill="none" stroke=${BRASS} stroke-width="2.5" />`}
      </g>
    </g>
  </g>`;
}

/**
 * Something that is no longer where it was: it goes its way once, and is gone.
 * @param {Pick<Shared, "where"> & {one: import("./motion.js").Ghost}} props
 */
function Ghost({ one, where }) {
  const from = spot(one.from, where);
  const to = spot(one.to, where);
  const size =
    one.to.at === "slot"
      ? where.places[one.to.seat ?? 0].card
      : one.to.at === "open"
        ? where.openCard
        : where.offerCard;
  const { w, h } = size;
  const shift = one.to.at === "slot" || one.to.at === "open" ? { x: to.x + w / 2, y: to.y + h / 2 } : to;
  const start = one.from.at === "deck" ? { x: from.x + w / 2, y: from.y + h / 2 } : from;
  const style = {
    "--fx": px(start.x),
    "--fy": px(start.y),
    "--tx": px(shift.x),
    "--ty": px(shift.y),
    animationDelay: `${one.delay}ms`,
  };
  const later = { animationDelay: `${one.delay}ms` };
  const face =
    one.what === "bullet"
      ? html`<${Bullet} w=${w} h=${h} />`
      : one.what === "back"
        ? html`<${Back} w=${w} h=${h} />`
        : html`<${Face} card=${one.card} w=${w} h=${h} />`;
  return html`<g class=${one.what === "under" ? "secrets-under" : one.turns ? "secrets-reveal" : "secrets-carry"} style=${style}>
    ${one.turns && html`<g class="secrets-snap-back" style=${later}><g transform=${`translate(${-w / 2} ${-h / 2})`}><${Back} w=${w} h=${h} /></g></g>`}
    <g class=${one.turns ? "secrets-snap-face" : ""} style=${later}><g transform=${`translate(${-w / 2} ${-h / 2})`}>${face}</g></g>
  </g>`;
}

/**
 * A look: an eye that goes from the one who looks to what is looked at.
 * @param {Pick<Shared, "where"> & {gaze: import("./motion.js").Plan["gazes"][number]}} props
 */
function Gaze({ gaze, where }) {
  const from = where.places[gaze.by].chip;
  const to = spot({ at: gaze.of === "centre" ? "centre" : "seat", seat: Number(gaze.of) }, where);
  const style = {
    "--fx": px(from.x),
    "--fy": px(from.y),
    "--tx": px(to.x),
    "--ty": px(to.y),
    animationDelay: `${gaze.delay}ms`,
  };
  return html`<g class="secrets-carry" style=${style}><${Eye} size=${where.wide ? 16 : 11} fresh=${true} /></g>`;
}

function middle(/** @type {import("./layout.js").Place["box"]} */ box) {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** A spot of the plan as a point of this layout. @returns {import("./layout.js").Point} */
function spot(
  /** @type {{at: string, seat?: number | null, index?: number}} */ { at: kind, seat: whose, index = 0 },
  /** @type {import("./layout.js").Layout} */ where,
) {
  const seat = whose ?? 0;
  if (kind === "slot") return where.places[seat].slots[index];
  if (kind === "seat") return where.places[seat].chip;
  if (kind === "offer") return where.places[seat].offer;
  if (kind === "deck") return where.deck;
  if (kind === "open") return where.open[index];
  return where.centre;
}
