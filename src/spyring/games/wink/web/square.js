// The cards of the square and the pawns on them.

import { html, useMemo } from "/dom.js";
import { Reveller } from "./revellers.js";
import { Icon } from "./ring.js";
import { Empty, PAPER, Pawn } from "./seats.js";

/** The mark of the house: a ring of seven dots, one half hidden. */
export const Back =
  () => html`<svg class="wink-back" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
  ${Array.from({ length: 7 }, (_, i) => {
    const turn = (i / 7) * 2 * Math.PI - Math.PI / 2;
    const x = (50 + 26 * Math.cos(turn)).toFixed(1),
      y = (50 + 26 * Math.sin(turn)).toFixed(1);
    return i === 1
      ? html`<path d=${`M${x} ${Number(y) - 8}a8 8 0 0 0 0 16Z`} fill=${PAPER} />`
      : html`<circle cx=${x} cy=${y} r="8" fill=${PAPER} />`;
  })}
</svg>`;

/** @param {{number: number, state: string, label: string, marks: string, current: boolean, inert: boolean}} props */
export function Card({ number, state, label, marks, current, inert }) {
  // The same tree as long as nothing of it changed, so a look or a beat costs nothing here.
  return useMemo(
    () => html`<button type="button" class=${`wink-card wink-${state} ${marks}`} data-number=${number} tabindex=${current ? 0 : -1}
        aria-label=${label} aria-pressed=${inert ? null : marks.includes("wink-chosen")}>
      ${state === "down" ? html`<${Back} />` : state === "open" ? html`<${Reveller} number=${number} />` : null}
      <span class="wink-number">${number}</span>
      ${marks.includes("wink-holds") && html`<span class="wink-mine-too"><${Icon} name="twin" /></span>`}${marks.includes("wink-may") && html`<${Empty} />`}
    </button>`,
    [number, state, label, marks, current, inert],
  );
}

/** Every pawn, on its card or, unseen, with its owner, from where it comes and whereto it goes.
 * @param {{pawns: (number | null)[], layout: import("./layout.js").Layout}} props */
export const Pawns = ({ pawns, layout }) => html`<div class="wink-pawns" aria-hidden="true">
  ${pawns.map((number, seat) => html`<${StandingPawn} key=${seat} seat=${seat} number=${number} layout=${layout} />`)}
</div>`;

/** @param {{seat: number, number: number | null, layout: import("./layout.js").Layout}} props */
function StandingPawn({ seat, number, layout }) {
  return useMemo(() => {
    const { columns, square, cell } = layout;
    const home = layout.places[seat] ?? { x: layout.middle.x, y: layout.height };
    // In cells, not pixels: a change of size moves nothing.
    const column = number === null ? (home.x - square.x) / cell.x - 1 : (number - 1) % columns;
    const row = number === null ? (home.y - square.y) / cell.y - 1 : Math.floor((number - 1) / columns);
    return html`<div class=${number === null ? "wink-pawn wink-off" : "wink-pawn"}
      style=${{ transform: `translate(${(column * 100).toFixed(0)}%, ${(row * 100).toFixed(0)}%)` }}><${Pawn} seat=${seat} /></div>`;
  }, [seat, number, layout]);
}
