// My things: my face, my hand, what I can do, and what I am just choosing.

import { html } from "/dom.js";
import { Confirm, Undo } from "/kit/choice.js";
import { actOf, cardsFor, seatsFor } from "./choice.js";
import { aboutWink, answered } from "./desk.js";
import { fresh, hint, winkMark } from "./hints.js";
import { Reveller } from "./revellers.js";
import { Icon } from "./ring.js";
import { Token } from "./seats.js";
import { Back } from "./square.js";

const MAIN = "wink-button wink-main";

/** @typedef {import("./types.js").Shared} Shared */

/** My cards; each says whose pawn stands on its twin.
 * @param {Pick<Shared, "view" | "covered" | "t" | "names"> & {hand: number[], onCard: (number: number) => void, chosen?: number | null}} props */
export const Hand = ({
  view,
  hand,
  covered,
  onCard,
  t,
  names,
  chosen,
}) => html`<div class="wink-hand" role="group" aria-label=${t("hand.title")}>
  ${hand.map((number) => {
    if (covered)
      return html`<span key=${number} class="wink-held wink-covered" aria-hidden="true"><${Back} /></span>`;
    const owner = view.pawns.indexOf(number);
    const label =
      owner >= 0 ? t("hand.card.pawn", { number, name: names[owner] }) : t("hand.card", { number });
    return html`<button key=${number} type="button" class=${`wink-held ${owner >= 0 ? "wink-wanted" : ""} ${chosen === number ? "wink-chosen" : ""}`} aria-label=${label} onClick=${() => onCard(number)}>
      <${Reveller} number=${number} /><span class="wink-number">${number}</span>${owner >= 0 && html`<${Token} seat=${owner} />`}</button>`;
  })}
  ${covered ? html`<p class="wink-note">${t("hand.covered", { count: hand.length })}</p>` : hand.length === 0 && html`<p class="wink-note">${t("hand.empty")}</p>`}
</div>`;

/** What I can do, and how a choice is begun or dropped.
 * @typedef {{doing: (text: string) => void, start: (choice: import("./choice.js").Choice | null) => void}} Deeds */

/** What my turn asks for, the wink that I just saw, or what I could do: in a row that is always there.
 * @param {Omit<Shared, "choice" | "seat"> & Deeds & {seat: number, why: string, chronicle: import("./chronicle.js").Chronicle}} props `why`: why something that was pressed cannot be */
export function TurnRow({ view, seat, legal, doing, start, covered, why, chronicle, t, names }) {
  if (why) return html`<p class="wink-turn-row wink-note wink-mine">${why}</p>`;
  const mine = view.active === seat;
  if (mine && view.phase === "guess") {
    const known = covered
      ? null
      : aboutWink(
          chronicle.winks.findLast(({ at }) => at === seat),
          view,
          legal,
        );
    return html`<div class="wink-turn-row">
      <button type="button" class="wink-button wink-main" onClick=${() => start(known ?? { kind: "guess", seat: null })} aria-keyshortcuts="g">${t("act.guess", { number: view.pawns[seat] })}</button>
      <button type="button" class="wink-button" onClick=${() => doing("decline")} aria-keyshortcuts="d">${t("act.decline")}</button></div>`;
  }
  if (mine && legal.includes("leave")) {
    return html`<div class="wink-turn-row"><${Confirm} dress=${MAIN} label=${t("act.leave")} send=${() => doing("leave")} /></div>`;
  }
  const own = covered ? null : fresh(chronicle.own, view.beat);
  const wink = mine || covered ? null : fresh(chronicle.winks, view.beat);
  const last = own && (!wink || own.beat > wink.beat) ? null : wink;
  const choice = aboutWink(last ?? undefined, view, legal);
  return html`<div class=${`wink-turn-row wink-note ${mine || last || own ? "wink-mine" : ""}`}><p>${last ? html`<${Icon} name="wink" /> ${winkMark(last, seat, t, names)}` : own ? answered(own, t, names) : hint({ view, seat, legal, covered, t, names })}</p>
    ${choice?.kind === "accuse" && html`<button type="button" class="wink-button wink-danger" onClick=${() => start(choice)}>${t("act.accuse")}</button>`}</div>`;
}

/** Why nobody can be accused now; nothing when somebody can.
 * @param {Pick<Shared, "view" | "legal" | "t"> & {seat: number}} props */
export function whyNoAccusation({ view, seat, legal, t }) {
  if (legal.some((text) => text.startsWith("accuse "))) return "";
  return view.counter[seat] === 0 ? t("refusal.no-counter") : t("act.accuse.none");
}

/** Wink, look at the square, accuse. What cannot be done now can be pressed too: then it is said why.
 * @param {Omit<Shared, "seat" | "names" | "legal"> & {seat: number, wink: () => void, may: boolean, look: (target: import("./types.js").Target) => void,
 *   accuse: () => void, why: string, wished: boolean, winking: boolean, desk: (() => void) | null}} props winking: it goes out with the next beat; desk: opens it, where it does not lie open */
export function Actions({
  view,
  seat,
  wink,
  may,
  look,
  accuse,
  why,
  choice,
  covered,
  wished,
  winking,
  desk,
  t,
}) {
  const counter = view.counter[seat];
  const away = view.looks && view.looks[seat] !== "square";
  const accusing = choice?.kind === "accuse";
  const label = t("act.accuse.label", { count: counter });
  return html`<div class="wink-actions" role="group" aria-label=${t("act.title")}>
    ${
      view.looks &&
      html`
      <button type="button" class=${`wink-button wink-blink ${winking ? "wink-wished" : may && !covered ? "wink-main" : ""}`} aria-disabled=${!may && !covered} aria-busy=${winking} aria-keyshortcuts="w"
        onClick=${wink}><${Icon} name="wink" /><span>${t("act.wink")}</span><kbd>w</kbd></button>
      <button type="button" class=${`wink-button ${wished ? "wink-wished" : ""}`} aria-pressed=${!away} aria-keyshortcuts="s" aria-label=${t("act.square.label")} onClick=${() => look("square")}>
        <${Icon} name="square" /><span>${t("act.square")}</span><kbd>s</kbd></button>`
    }
    <button type="button" class=${accusing ? "wink-button wink-danger wink-chosen" : "wink-button wink-danger"} aria-pressed=${accusing} aria-disabled=${why !== ""} aria-keyshortcuts="a"
      aria-label=${why ? `${label} ${why}` : label} onClick=${accuse}>
      <span>${t("act.accuse")}</span><span class="wink-left"><${Icon} name="counter" />${counter}</span><kbd>a</kbd></button>
    ${desk && html`<button type="button" class="wink-button wink-open-desk" aria-label=${t("desk.title")} title=${t("desk.title")} onClick=${desk}><${Icon} name="desk" /></button>`}
  </div>`;
}

/** @param {{chosen: boolean, label: string, onClick: () => void, children?: any}} props */
const Choose = ({ chosen, label, onClick, children }) =>
  html`<button type="button" class=${chosen ? "wink-pick wink-chosen" : "wink-pick"} aria-pressed=${chosen} aria-label=${label} onClick=${onClick}>${children}</button>`;

/** What is being chosen: a card seen big, a guess, an accusation.
 * @param {Omit<Shared, "covered" | "choice"> & Deeds & {choice: import("./choice.js").Choice, about: (number: number) => string}} props */
export function Panel({ choice, view, seat, legal, doing, start, about, t, names }) {
  const text = actOf(choice);
  const ready = text !== null && legal.includes(text);
  const confirm = () => text !== null && doing(text);
  const mine = seat === null ? null : view.pawns[seat];
  const chosen = names[choice.seat ?? -1];
  const owner = (/** @type {number} */ number) => view.pawns.indexOf(number);
  const seats = seatsFor(choice, legal) ?? [];
  const pickSeat = (/** @type {number} */ other) =>
    choice.kind !== "card" && start({ ...choice, seat: choice.seat === other ? null : other });
  const back = html`<${Undo} dress="wink-button" label=${t("act.back")} undo=${() => start(null)} />`;
  const faces = html`<div class="wink-picks wink-faces" role="group" aria-label=${t("pick.seat")}>${seats.map((other) => html`<${Choose} key=${other} chosen=${choice.seat === other} label=${names[other]} onClick=${() => pickSeat(other)}><${Token} seat=${other} /><span>${names[other]}</span><//>`)}</div>`;
  if (choice.kind === "card") {
    const { number } = choice;
    const canAccuse = legal.some((act) => act.startsWith("accuse ") && act.endsWith(` ${number}`));
    return html`<div class="wink-panel wink-zoom" role="group" aria-label=${t("panel.card", { number })}>
      <div class=${`wink-big wink-${view.square[number]}`}>${view.square[number] === "open" ? html`<${Reveller} number=${number} />` : view.square[number] === "down" && html`<${Back} />`}<span class="wink-number">${number}</span></div>
      <div class="wink-told"><p>${about(number)}</p>
        <div class="wink-buttons">${ready && html`<${Confirm} dress=${MAIN} label=${t("act.place")} send=${confirm} />`}
        ${canAccuse && html`<button type="button" class="wink-button wink-danger" onClick=${() => start({ kind: "accuse", seat: null, number })}>${t("act.accuse")}</button>`}${back}</div></div>
    </div>`;
  }
  if (choice.kind === "guess") {
    return html`<div class="wink-panel" role="group" aria-label=${t("panel.guess", { number: mine })}>
      <p class="wink-question">${t("panel.guess", { number: mine })} <small>${t("panel.stakes")}</small></p>${faces}
      <div class="wink-buttons"><${Confirm} dress=${MAIN} can=${ready} send=${confirm}
        label=${ready ? t("act.guess.confirm", { name: chosen, number: mine }) : t("act.guess.choose")} />${back}</div>
    </div>`;
  }
  const numbers = cardsFor(choice, legal) ?? [];
  return html`<div class="wink-panel wink-accusing" role="group" aria-label=${t("panel.accuse")}>
    <p class="wink-question">${t("panel.accuse")} <small>${t("panel.cost", { count: view.counter[seat ?? 0] })}</small></p>
    <div class="wink-picks" role="group" aria-label=${t("pick.card")}>${numbers.map(
      (
        number,
      ) => html`<${Choose} key=${number} chosen=${choice.number === number} label=${t("pick.number", { number, name: names[owner(number)] })}
      onClick=${() => start({ ...choice, number: choice.number === number ? null : number })}><b>${number}</b><${Token} seat=${owner(number)} /><//>`,
    )}</div>
    ${faces}
    <div class="wink-buttons"><${Confirm} dress="wink-button wink-danger wink-sure" can=${ready} send=${confirm}
      label=${ready ? t("act.accuse.confirm", { name: chosen, number: choice.number }) : t("act.accuse.choose")} />${back}</div>
  </div>`;
}
