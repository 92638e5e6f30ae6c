// Beside a line of the log: the card, the way of a token, the answer, as a small picture 24 high.
import { html } from "/dom.js";
import { neighbour } from "./choice.js";
import { Emblem, Figure } from "./figures.js";
import { PAPER, SUITS } from "./palette.js";
import { Back, Bullet, Chip, Eye, Spent, UnToken } from "./pieces.js";

const WIDE = 22; // of one thing in the row

/** The emblem, or a number, on a token. @param {{label: string}} props */
function Token({ label }) {
  return html`<g transform="translate(11 12)"><${Chip} r=${10} /><circle r="6.8" fill=${PAPER} />
    <text class="secrets-numeral" y="4.4" text-anchor="middle" font-size="12" fill="#14181f">${label}</text></g>`;
}

const card = (/** @type {unknown} */ face) => html`<g transform="translate(3 0)">${face}</g>`;
const seat = (/** @type {number} */ one) => html`<${Token} label=${String(one + 1)} />`;
const CENTRE = html`<${Token} label="·" />`;
const place = (/** @type {string} */ word) => (word === "centre" ? CENTRE : seat(Number(word)));
const stroke = (/** @type {string} */ d) =>
  html`<path d=${d} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />`;
const ARROW = stroke("M4 12H18M14 8L18 12L14 16");
const BOTH = stroke("M4 9H18M15 6L18 9L15 12M18 16H4M7 13L4 16L7 19");
const EYE = html`<g transform="translate(11 12)"><${Eye} size=${9} fresh=${false} /></g>`;
const face = (/** @type {string} */ kind) =>
  html`<svg x="1" y="2" width="20" height="20" viewBox="0 0 64 64"><rect width="64" height="64" fill=${SUITS[kind].field} /><${Figure} card=${kind} /></svg>`;
const BACK = card(html`<${Back} w=${17} h=${24} />`);
const BULLET = card(html`<${Bullet} w=${17} h=${24} />`);

/** What a line shows, from left to right. @returns {unknown[]} */
function things(/** @type {number} */ actor, /** @type {string} */ text, /** @type {number} */ seats) {
  const [verb, ...words] = text.split(" ");
  const last = Number(words[words.length - 1]);
  switch (verb) {
    case "reveal":
      return [face(words[0])];
    case "offer":
      return [words.length === 2 ? face(words[0]) : BACK, ARROW, seat(last)];
    case "receives":
      return [face(words[0]), ARROW, seat(actor)];
    case "accept":
      return [stroke("M4 13L9 18L18 6")];
    case "refuse":
      return [stroke("M5 6L17 18M17 6L5 18")];
    case "look":
      return [EYE, ARROW, place(words[0])];
    case "swap":
      return [seat(Number(words[0])), BOTH, seat(last)];
    case "send":
      return [face("politician"), ARROW, seat(last), EYE];
    case "exchange": // only the Diplomat is told the side
      return words.length
        ? [CENTRE, BOTH, seat(neighbour(actor, words[0], seats))]
        : [seat(neighbour(actor, "left", seats)), BOTH, CENTRE, BOTH, seat(neighbour(actor, "right", seats))];
    case "shoot":
      return [BULLET, ARROW, seat(last)];
    case "down":
      return words[1] === "all" ? [] : [card(html`<${Spent} card=${words[1]} w=${17} h=${24} />`)];
    case "interrupt":
      return [html`<g transform="translate(11 12)"><${UnToken} r=${10} /></g>`];
    case "un":
      return [html`<g transform="translate(11 12)"><${UnToken} r=${10} /></g>`, ARROW, place(words[0])];
    case "identity":
      return [html`<g transform="translate(3 4)"><${Emblem} team=${words[1]} fill="currentColor" /></g>`];
    default:
      return [];
  }
}

/** @param {import("./types.js").Line} line @param {import("./types.js").Translate} _t @param {string[]} names */
export function trail([actor, text], _t, names) {
  const row = things(Number(actor), text, names.length);
  if (!row.length) return null;
  const width = row.length * WIDE;
  return html`<svg width=${width} height="24" viewBox=${`0 0 ${width} 24`} aria-hidden="true">
    ${row.map((thing, number) => html`<g key=${number} transform=${`translate(${number * WIDE} 0)`}>${thing}</g>`)}</svg>`;
}
