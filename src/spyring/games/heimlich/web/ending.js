// The end: whose agent was whose, what the dossiers said, and who has won.
import { classes, html } from "/dom.js";
import { Figure } from "./figures.js";
import { SeatNumber } from "./hand.js";
import { Name } from "./phases.js";
import { AGENT } from "./ring.js";
import { dossierOf, winners } from "./words.js";

/** @typedef {import("./words.js").Say} Say */

const UNMASK = 700; // ms from one mask to the next

/**
 * The reveal as a scene: points first; the masks come off one after another, the last agent's first and the winner's last.
 * @param {{view: import("./types.js").Over, seat: number | null, names: string[], t: Say}} props
 */
export function Ending({ view, seat, names, t }) {
  const agents = Object.keys(view.scores).sort((one, other) => view.scores[other] - view.scores[one]);
  const last = { "--heimlich-after": `${agents.length * UNMASK}ms` };
  return html`
    <h2 class="heimlich-won heimlich-last" style=${last}>${winners(view, t, names)}</h2>
    <ol class="heimlich-reveal" aria-label=${t("over.owners")}>
      ${agents.map((agent, place) => {
        const owner = view.owners[agent];
        const won = owner !== null && view.winners.includes(owner);
        const kind = classes(
          "heimlich-unmasked",
          won && "heimlich-winner",
          owner === null && "heimlich-nobody",
        );
        return html`<li key=${agent} class=${kind} style=${{ "--heimlich-after": `${(agents.length - 1 - place) * UNMASK}ms` }}>
          <b>${view.scores[agent]}</b>
          <svg viewBox="-27 -74 54 78" aria-hidden="true"><${Figure} agent=${agent} /></svg>
          <strong>${AGENT[agent].name}</strong>
          <span class="heimlich-face">${owner === null ? t("free") : html`<${SeatNumber} seat=${owner} /> ${names[owner]}`}${owner !== null && owner === seat ? html` <small>${t("you")}</small>` : ""}
            ${won && html`<span class="heimlich-tag">${t("over.wins")}</span>`}</span>
        </li>`;
      })}
    </ol>
    ${view.dossiers && html`<div class="heimlich-last" style=${last}><${Dossiers} view=${view} names=${names} t=${t} /></div>`}`;
}

/** What everybody had written, right or wrong. @param {{view: import("./types.js").Over, names: string[], t: Say}} props */
function Dossiers({ view, names, t }) {
  const agents = Object.keys(view.agents);
  const { dossiers = [] } = view;
  if (dossiers.every((written) => !written))
    return html`<p class="heimlich-note">${t("over.no-dossiers")}</p>`;
  return html`<h2>${t("over.dossiers")}</h2>
    <div class="heimlich-scroll" tabindex="0" role="region" aria-label=${t("over.dossiers")}><table class="heimlich-dossiers">
      <thead><tr><td></td>${agents.map((agent) => html`<th key=${agent} scope="col"><${Name} agent=${agent} short /></th>`)}<th scope="col"><span aria-hidden="true">✓</span><span class="unseen">${t("over.right")}</span></th></tr></thead>
      <tbody>${dossiers.map(
        (written, writer) => html`<tr key=${writer}>
        <th scope="row"><${SeatNumber} seat=${writer} /><span class="heimlich-writer">${names[writer]}</span></th>
        ${agents.map((agent) => {
          if (!written || !(agent in written)) return html`<td key=${agent}>–</td>`;
          const owner = written[agent];
          const right = view.owners[agent] === owner;
          return html`<td key=${agent} class=${right ? "heimlich-right" : "heimlich-wrong"}>
            <span aria-hidden="true">${right ? "✓" : "✗"}</span>${owner === null ? html`<small>${t("free")}</small>` : html`<${SeatNumber} seat=${owner} /><span class="unseen">${names[owner]}</span>`}
            <span class="unseen">${t(right ? "over.was-right" : "over.was-wrong")}</span></td>`;
        })}
        <td class="heimlich-sum">${dossierOf(view, writer).right}</td>
      </tr>`,
      )}</tbody>
    </table></div>`;
}
