// The evidence: who moved whom, how far, and what it brought, by seat and agent; all of it was public.
import { html } from "/dom.js";
import { AGENT, signed } from "./ring.js";
import { SmallSign } from "./trail.js";

/** @typedef {{steps: number, cards: number, gain: number}} Deed */

/**
 * What every seat has done to every agent; what a turn scored goes to whose turn it was.
 * @param {import("/link.js").Told[]} told @param {number} seats @param {string[]} agents
 * @returns {Record<string, Deed>[]}
 */
function deeds(told, seats, agents) {
  const sheet = Array.from({ length: seats }, () =>
    Object.fromEntries(agents.map((agent) => [agent, { steps: 0, cards: 0, gain: 0 }])),
  );
  let active = 0;
  for (const one of told) {
    if (!("actor" in one)) continue;
    const [verb, ...words] = one.text.split(" ");
    const pairs = agents.flatMap((agent) => {
      const place = words.indexOf(agent);
      return place < 0 ? [] : [{ agent, number: Number(words[place + 1]) }];
    });
    if (verb === "scored") for (const { agent, number } of pairs) sheet[active][agent].gain += number;
    if (one.actor === "chance") continue;
    if (verb === "move" || verb === "stay") active = one.actor;
    if (verb === "move") for (const { agent, number } of pairs) sheet[one.actor][agent].steps += number;
    if (verb === "play") for (const { agent } of pairs) sheet[one.actor][agent].cards += 1;
  }
  return sheet;
}

/** @param {{told: import("/link.js").Told[], view: import("./types.js").View, names: string[], t: import("./words.js").Say, Badge: any}} props */
export function Evidence({ told, view, names, t, Badge }) {
  const agents = Object.keys(view.agents);
  const sheet = deeds(told, view.seats, agents);
  return html`<section class="heimlich-evidence" aria-label=${t("evidence")}>
    <h3>${t("evidence")}</h3>
    <table><thead><tr><td></td>${agents.map((agent) => html`<th key=${agent} scope="col"><${SmallSign} agent=${agent} /><span class="unseen">${AGENT[agent].name}</span></th>`)}</tr></thead>
      <tbody>${sheet.map(
        (
          row,
          seat,
        ) => html`<tr key=${seat}><th scope="row"><${Badge} seat=${seat} /><span>${names[seat]}</span></th>
        ${agents.map((agent) => {
          const { steps, cards, gain } = row[agent];
          const said = t("evidence.cell", {
            name: names[seat],
            agent: AGENT[agent].name,
            steps,
            cards,
            gain,
          });
          return html`<td key=${agent}>${
            steps || cards || gain
              ? html`<span aria-hidden="true"><b>${steps || ""}${cards > 0 && html`<i>▮${cards > 1 ? cards : ""}</i>`}</b><small>${gain ? signed(gain) : ""}</small></span><span class="unseen">${said}</span>`
              : null
          }</td>`;
        })}</tr>`,
      )}</tbody></table>
    <p class="faint">${t("evidence.how")}</p>
  </section>`;
}
