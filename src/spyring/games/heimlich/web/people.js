// The agents in a row, with their points, and the seats with what everybody may know of them.
import { classes, html } from "/dom.js";
import { Die, Figure } from "./figures.js";
import { Back, SeatNumber } from "./hand.js";
import { AGENT, signed } from "./ring.js";
import { held } from "./town.js";
import { buildingName } from "./words.js";

const FORTH = new Set(["+", "ArrowUp", "ArrowRight"]);
const BACK = new Set(["-", "ArrowDown", "ArrowLeft", "Backspace", "Delete"]);

/**
 * Every agent with its points: the same taps as on the board, for fingers, keys and screen readers.
 * @param {{view: import("./types.js").View, t: import("./words.js").Say, open: boolean, points: Record<string, number>, agents: Record<string, string>, steps: Record<string, number>,
 *   choice: {card: string | null, said: string[]}, moving: boolean, gains: Record<string, number> | null, can: (agent: string) => boolean, onStep: (agent: string) => void, onBack: (agent: string) => void}} props
 */
export function AgentRow({
  view,
  t,
  open,
  points,
  agents,
  steps,
  choice,
  moving,
  gains,
  can,
  onStep,
  onBack,
}) {
  const asked = moving || Object.keys(agents).some(can) || choice.said.some((word) => word in AGENT);
  const best = Math.max(...Object.values(points));
  return html`<ul class="heimlich-agents" aria-label=${t("agents")}>
    ${Object.keys(agents).map((agent) => {
      const { name } = AGENT[agent];
      const mine = open && view.me === agent;
      const here = t("agent.at", {
        agent: name,
        building: buildingName(t, agents[agent]),
        count: points[agent],
      });
      const gain = gains?.[agent] ? signed(gains[agent]) : "";
      const said = [
        here,
        steps[agent] > 0 && t("agent.steps", { count: steps[agent] }),
        gain && t("agent.gain", { gain }),
        mine && t("agent.mine"),
      ]
        .filter(Boolean)
        .join(" ");
      const chosen = steps[agent] > 0 || choice.said.includes(agent);
      const kind = classes("heimlich-chip", mine && "heimlich-own", chosen && "heimlich-chosen");
      const face = html`
        <svg class="heimlich-chip-figure" viewBox="-27 -74 54 78" aria-hidden="true"><${Figure} agent=${agent} /></svg>
        <span class="heimlich-chip-name" aria-hidden="true">${name}</span>
        <span class="heimlich-chip-points" aria-hidden="true"><span class=${best > 0 && points[agent] === best ? "heimlich-first" : ""}>${points[agent]}</span>
          ${gain && html`<span class="heimlich-chip-gain">${gain}</span>`}</span>
        ${steps[agent] > 0 && html`<span class="heimlich-chip-steps" aria-hidden="true">+${steps[agent]}</span>`}
        <span class="unseen">${said}</span>`;
      return html`<li key=${agent}>
        ${
          asked
            ? html`<button type="button" class=${kind} aria-disabled=${can(agent) || steps[agent] > 0 ? undefined : "true"} ...${held(
                () => onStep(agent),
                () => onBack(agent),
              )}
              onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
                if (FORTH.has(event.key)) onStep(agent);
                else if (moving && BACK.has(event.key)) onBack(agent);
                else return;
                event.preventDefault();
              }}>${face}</button>`
            : html`<div class=${kind}>${face}</div>`
        }
      </li>`;
    })}
  </ul>`;
}

/**
 * The seats in order: whose turn it is, whose go, how many cards, who has written; agent cards as backs.
 * @param {{view: import("./types.js").View, seat: number | null, names: string[], t: import("./words.js").Say}} props
 */
export function Seats({ view, seat, names, t }) {
  return html`<ol class="heimlich-seats" aria-label=${t("seats")}>
    ${names.map((name, number) => {
      const cards = view.hand_sizes?.[number];
      const written = view.phase === "dossier" && view.written?.includes(number);
      const kind = classes(
        "heimlich-seat",
        view.waiting.includes(number) && "heimlich-acting",
        number === seat && "heimlich-me",
      );
      return html`<li key=${number} class=${kind}>
        <${SeatNumber} seat=${number} />
        <span class="heimlich-seat-name">${name}${number === seat ? html`<span class="unseen"> ${t("you")}</span>` : ""}</span>
        ${number === view.active && html`<svg class="heimlich-seat-die" viewBox="-36 -36 72 72" role="img" aria-label=${t("seat.active")}><${Die} face=${view.roll ?? "5"} /></svg>`}
        ${written && html`<span class="heimlich-tag heimlich-tag-written">${t("seat.written")}</span>`}
        <span class="heimlich-seat-cards">
          ${cards !== undefined && html`<span class="unseen">${t("seat.cards", { count: cards })}</span>`}
          ${Array.from({ length: cards ?? 0 }, (_, index) => html`<${Back} key=${index} small />`)}
          ${view.phase !== "deal" && number !== seat && html`<${AgentCard} agent=${view.phase === "over" ? null : view.opened?.[number]} t=${t} />`}
        </span>
      </li>`;
    })}
  </ol>`;
}

/** Face down, but in a replay with all secrets open. @param {{agent: string | null | undefined, t: import("./words.js").Say}} props */
const AgentCard = ({ agent, t }) =>
  agent
    ? html`<svg class="heimlich-seat-agent" viewBox="-27 -74 54 78" role="img" aria-label=${AGENT[agent].name}><${Figure} agent=${agent} /></svg>`
    : html`<${Back} agent label=${t("seat.secret")} />`;
