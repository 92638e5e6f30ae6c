// What I can do now, one part for each phase; every button sends one of the legal texts.
import { html } from "/dom.js";
import { Confirm, Undo } from "/kit/choice.js";
import { Die, Sign } from "./figures.js";
import { SeatNumber } from "./hand.js";
import { Wishes } from "./passing.js";
import { AGENT, BUILDINGS, printed, WORTH } from "./ring.js";
import { buildingName, targetName, targetsText, toBuilding } from "./words.js";

/** @typedef {import("./words.js").Say} Say */

/** The row of buttons at the end of every choice. @param {{children?: unknown}} props */
const Buttons = ({ children }) => html`<div class="heimlich-buttons">${children}</div>`;

const BUTTON = "heimlich-button";
const MAIN = "heimlich-button heimlich-main";

/**
 * H11: tap agents until the points are spent; what would happen is said before it does.
 * @param {{view: import("./types.js").View, legal: string[], t: Say, choice: {tapped: string[]}, send: (text: string) => void, undo: () => void,
 *   moves: {totals: number[], most: number}, used: number, steps: Record<string, number>,
 *   landing: Record<string, string>, scores: boolean, text: string}} props
 */
export function MovePhase({ view, legal, t, choice, send, undo, moves, used, steps, landing, scores, text }) {
  const moved = Object.keys(steps).filter((agent) => steps[agent] > 0);
  const points =
    moves.totals.length > 1
      ? t("move.upto", { used, most: moves.most })
      : t("move.left", { count: moves.most - used });
  return html`
    <div class="heimlich-points">
      <svg class="heimlich-small-die" viewBox="-36 -36 72 72" aria-hidden="true"><${Die} face=${view.roll} /></svg>
      <p role="status"><strong>${points}</strong>
        ${used === 0 && html`<span>${t("move.how")}</span>`}
        ${used > 0 && html`<span>${moved.map((agent) => t("move.lands", { agent: AGENT[agent].name, building: buildingName(t, landing[agent]) })).join(" · ")}</span>`}
        ${scores && html`<span class="heimlich-scores">${t(view.options["top-secret"] === "on" ? "move.scores.cards" : "move.scores")}</span>`}
      </p>
    </div>
    <${Buttons}>
      <${Undo} dress=${BUTTON} label=${t("undo")} can=${choice.tapped.length > 0} undo=${undo} />
      ${legal.includes("stay") && html`<button type="button" class="heimlich-button" disabled=${used > 0} onClick=${() => send("stay")}>${t(view.hand?.length === view.hand_limit ? "stay.full" : "stay")}</button>`}
      <${Confirm} dress=${MAIN} can=${legal.includes(text)} label=${t("move.confirm")} send=${() => send(text)} />
    </${Buttons}>`;
}

/** The twelve buildings as buttons, for keys and screen readers. @param {{t: Say, houses: string[], chosen: string | null, onAim: (building: string) => void}} props */
const Houses = ({ t, houses, chosen, onAim }) => html`
  <div class="heimlich-houses" role="group" aria-label=${t("buildings")}>
    ${BUILDINGS.map(
      (
        building,
      ) => html`<button type="button" key=${building} class=${chosen === building ? "heimlich-pick heimlich-chosen" : "heimlich-pick"}
      disabled=${!houses.includes(building)} aria-pressed=${chosen === building ? "true" : "false"} aria-label=${label(t, building)} onClick=${() => onAim(building)}>
      ${building === "church" ? html`<${Icon} path="M4 22 V12 L10 7 L14 10 V7 L18 1 L22 7 V22 Z" />` : ""}
      ${building === "ruins" ? html`<${Icon} path="M3 22 V9 l3 2 l2 -6 l3 5 v6 h3 V4 l3 -3 l2 4 l3 -1 V22 h-5 v-5 a3 3 0 0 0 -6 0 v5 Z" />` : ""}
      <span>${printed(WORTH[building])}</span></button>`,
    )}
  </div>`;

/** @param {Say} t @param {string} building */
const label = (t, building) =>
  String(WORTH[building]) === building
    ? buildingName(t, building)
    : `${buildingName(t, building)} ${printed(WORTH[building])}`;

/** @param {{path: string}} props */
const Icon = ({ path }) =>
  html`<svg class="heimlich-icon" viewBox="0 0 26 24" aria-hidden="true"><path d=${path} fill="currentColor" /></svg>`;

/** H14: any other building. @param {{view: import("./types.js").View, t: Say, choice: {aimed: string | null}, send: (text: string) => void, undo: () => void, houses: string[], onAim: (building: string) => void}} props */
export const SafePhase = ({ view, t, choice, send, undo, houses, onAim }) => html`
  <p class="heimlich-say" role="status"><strong>${choice.aimed ? t("safe.aimed", { to: toBuilding(t, choice.aimed) }) : t(view.decided ? "ask.safe.last" : "safe.how")}</strong></p>
  <${Houses} t=${t} houses=${houses} chosen=${choice.aimed} onAim=${onAim} />
  <${Buttons}>
    <${Undo} dress=${BUTTON} label=${t("undo")} can=${choice.aimed !== null} undo=${undo} />
    <${Confirm} dress=${MAIN} can=${choice.aimed !== null} label=${t("safe.confirm")} send=${() => send(`safe ${choice.aimed}`)} />
  </${Buttons}>`;

/** What the turn comes to if nobody plays another card. @param {{view: import("./types.js").View, t: Say}} props */
const Standing = ({ view, t }) =>
  view.phase === "cards" && html`<${Scores} scores=${view.would_score} kind="cards" t=${t} />`;

/** @param {{scores: Record<string, number> | null, kind: "cards" | "plan", t: Say}} props */
const Scores = ({ scores, kind, t }) =>
  html`<span class=${scores ? "heimlich-scores" : ""}>${t(`${kind}.${scores ? "scores" : "quiet"}`)}</span>`;

/**
 * H35: a card with its targets, said one after another, or pass.
 * @param {{legal: string[], view: import("./types.js").View, t: Say, open: boolean, choice: import("./board.js").Choice, choose: (change: object) => void, send: (text: string) => void,
 *   undo: () => void, card: {whole: string | null, next: string[]} | null, planned: import("./types.js").Planned | null,
 *   passing: import("./passing.js").Passing, onSay: (word: string) => void}} props
 */
export function CardPhase({
  view,
  legal,
  t,
  open,
  choice,
  choose,
  send,
  undo,
  card,
  planned,
  passing,
  onSay,
}) {
  const end = legal.includes("done") ? "done" : "pass";
  if (!card || !choice.card)
    return html`
      <${Buttons}>
        <p class="heimlich-say" role="status">${passing.soon ? html`<strong>${t("pass.soon")}</strong>` : !open && legal.length > 1 && html`<strong>${t("cards.covered")}</strong>`}<${Standing} view=${view} t=${t} /></p>
        ${passing.soon ? html`<button type="button" class=${BUTTON} onClick=${passing.hold}>${t("pass.wait")}</button>` : legal.includes(end) && html`<${Confirm} dress=${MAIN} label=${t(end)} send=${() => send(end)} />`}
      </${Buttons}>
      ${passing.offered && html`<${Wishes} t=${t} passing=${passing} />`}`;
  const name = choice.card;
  const houses = name === "move-safe";
  const ways = houses ? [] : card.next.filter((word) => !(word in AGENT));
  const lands = Object.entries(planned?.agents ?? {}).map(([agent, building]) =>
    t("move.lands", { agent: AGENT[agent].name, building: buildingName(t, building) }),
  );
  const said = [
    choice.said.length ? targetsText(t, name, choice.said) : t(`card.${name}.does`),
    card.next.length > 0 && !(houses && choice.said.length > 0) && question(t, name, choice.said, card),
  ].filter(Boolean);
  return html`
    <p class="heimlich-say" role="status"><strong>${t(`card.${name}`)}</strong>
      <span>${said.join(choice.said.length ? " · " : " ")}</span>
      ${planned && html`<span>${lands.map((one) => `${one} · `)}<${Scores} scores=${planned.would_score} kind="plan" t=${t} /></span>`}</p>
    ${houses && html`<${Houses} t=${t} houses=${BUILDINGS.filter((building) => legal.includes(`play move-safe ${building}`))} chosen=${choice.said[0] ?? null} onAim=${(/** @type {string} */ building) => choose({ said: [building] })} />`}
    <${Buttons}>
      <${Undo} dress=${BUTTON} label=${t("undo")} undo=${undo} />
      ${ways.map((word) => html`<button type="button" key=${word} class="heimlich-button heimlich-way" onClick=${() => onSay(word)}>${targetName(t, name, word)}</button>`)}
      ${ways.length === 0 && html`<${Confirm} dress=${MAIN} can=${card.whole !== null} label=${t("play")} send=${() => card.whole && send(card.whole)} />`}
    </${Buttons}>`;
}

/** What is to be said next about a card. @param {Say} t @param {string} name @param {string[]} said @param {{whole: string | null, next: string[]}} card */
function question(t, name, said, card) {
  if (name === "move-safe") return t("choose.building");
  if (!(card.next[0] in AGENT)) return t("choose.way");
  if (card.whole) return t("choose.more");
  if (name === "join-agent" && said.length) return t("choose.host");
  return t(said.length ? "choose.second" : "choose.agent");
}

/**
 * H61: who owns whom, as a grid, or where there is little height as lists; a line that contradicts another wipes it out.
 * @param {{view: import("./types.js").View, legal: string[], seat: number | null, names: string[], t: Say, open: boolean, written: Record<string, string>, noted: boolean, lying: boolean,
 *   choose: (change: object) => void, send: (text: string) => void, all: Record<string, string>[], text: string,
 *   onWrite: (agent: string, owner: string) => void}} props
 */
export function DossierPhase({
  legal,
  names,
  t,
  open,
  written,
  noted,
  lying,
  choose,
  send,
  all,
  text,
  onWrite,
}) {
  if (!open) return html`<p class="heimlich-say"><strong>${t("dossier.covered")}</strong></p>`;
  const agents = Object.keys(all[0]);
  const owners = [...new Set(all.flatMap((named) => Object.values(named)))].sort();
  const ownerName = (/** @type {string} */ owner) => (owner === "free" ? t("free") : names[Number(owner)]);
  const buttons = html`<${Buttons}>
      <button type="button" class="heimlich-button" disabled=${Object.keys(written).length === 0} onClick=${() => choose({ written: {} })}>${t("dossier.clear")}</button>
      <${Confirm} dress=${MAIN} can=${legal.includes(text)} label=${t("dossier.confirm")} send=${() => send(text)} />
    </${Buttons}>`;
  if (lying)
    return html`
    <p class="heimlich-say"><strong>${t("dossier.how")}</strong></p>
    <div class="heimlich-dossier-short">${agents.map(
      (agent) => html`<label key=${agent}><${Name} agent=${agent} />
        <select value=${written[agent] ?? ""} onChange=${(/** @type {any} */ event) => onWrite(agent, event.target.value)}>
          <option value="" disabled selected=${!(agent in written)}>?</option>
          ${owners.map((owner) => html`<option key=${owner} value=${owner} selected=${written[agent] === owner}>${ownerName(owner)}</option>`)}
        </select></label>`,
    )}</div>
    ${buttons}`;
  return html`
    <p class="heimlich-say"><strong>${t("dossier.how")}</strong><span>${t("dossier.worth")}</span>${noted && html`<span>${t("dossier.notes")}</span>`}</p>
    <div class="heimlich-scroll"><table class="heimlich-dossier">
      <thead><tr><td></td>${owners.map((owner) => html`<th key=${owner} scope="col">${owner !== "free" && html`<${SeatNumber} seat=${Number(owner)} />`}<span>${ownerName(owner)}</span></th>`)}</tr></thead>
      <tbody>${agents.map(
        (agent) => html`<tr key=${agent}>
        <th scope="row"><${Name} agent=${agent} /></th>
        ${owners.map((owner) => {
          const label = t("dossier.cell", {
            agent: AGENT[agent].name,
            owner: ownerName(owner),
          });
          const taken =
            owner !== "free" &&
            Object.entries(written).some(([other, named]) => other !== agent && named === owner);
          return html`<td key=${owner} class=${taken ? "heimlich-taken" : ""}><label><span class="unseen">${label}</span>
            <input type="radio" name=${`heimlich-${agent}`} checked=${written[agent] === owner}
              disabled=${!all.some((named) => named[agent] === owner)} onChange=${() => onWrite(agent, owner)} /><i aria-hidden="true"></i></label></td>`;
        })}
      </tr>`,
      )}</tbody>
    </table></div>
    ${buttons}`;
}

/** An agent's sign and name; short: the sign alone is seen. @param {{agent: string, short?: boolean}} props */
export const Name = ({ agent, short = false }) =>
  html`<span class="heimlich-name"><svg viewBox="-27 -27 54 54" aria-hidden="true"><${Sign} agent=${agent} fill=${AGENT[agent].colour} line="#14181f" /></svg><span class=${short ? "unseen" : ""}>${AGENT[agent].name}</span></span>`;

/** @param {import("./types.js").View} view @param {Say} t @param {string[]} names */
function heading(view, t, names) {
  if (view.phase === "over") return t("over.decided");
  return typeof view.active === "number"
    ? t("turn.of", { name: names[view.active] })
    : t(`phase.${view.phase}`);
}

/**
 * Nothing to do: the throw, what it comes to in the card phase, and what I want to be asked then.
 * @param {{view: import("./types.js").View, t: Say, passing: import("./passing.js").Passing, names: string[]}} props
 */
export function Waiting({ view, t, passing, names }) {
  return html`
    <div class="heimlich-points">
      <svg class="heimlich-small-die" viewBox="-36 -36 72 72" aria-hidden="true"><${Die} face=${view.roll} /></svg>
      <p><strong>${heading(view, t, names)}</strong><${Standing} view=${view} t=${t} /></p>
    </div>
    ${passing.offered && html`<${Wishes} t=${t} passing=${passing} />`}`;
}
