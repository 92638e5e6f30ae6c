// A line of the log as a small picture: the agents' signs, how far each was moved, what it scored.
import { html } from "/dom.js";
import { Sign } from "./figures.js";
import { AGENT, signed } from "./ring.js";

const MOST = 3; // signs beside a line; more do not fit

/** @param {{agent: string}} props */
export const SmallSign = ({ agent }) =>
  html`<svg viewBox="-27 -27 54 54" width="20" height="20" aria-hidden="true"><${Sign} agent=${agent} fill=${AGENT[agent].colour} line="#14181f" /></svg>`;

/** What an agent underwent. @param {{agent: string, what: string}} props */
const Went = ({ agent, what }) =>
  html`<span class="heimlich-went"><${SmallSign} agent=${agent} />${what}</span>`;

/** @param {import("./types.js").Line} line */
export function trail([, text]) {
  const [verb, ...words] = text.split(" ");
  const row = (/** @type {{agent: string, what: string}[]} */ found) =>
    found.length > 0 &&
    html`<span class="heimlich-trail">${found.slice(0, MOST).map((one) => html`<${Went} key=${one.agent} ...${one} />`)}${found.length > MOST ? "…" : ""}</span>`;
  if (verb === "move") return row(inPairs(words, (steps) => `→${steps}`)) || null;
  if (verb === "scored") {
    const gains = inPairs(words, (gain) => (Number(gain) ? signed(Number(gain)) : ""));
    return row(gains.filter(({ what }) => what).sort((one, other) => amount(other) - amount(one))) || null;
  }
  if (verb === "play")
    return row(words.filter((word) => word in AGENT).map((agent) => ({ agent, what: "" }))) || null;
  if (verb === "owner" && words[0] in AGENT) return row([{ agent: words[0], what: "" }]) || null;
  return null;
}

/** @param {{what: string}} one */
const amount = ({ what }) => Math.abs(Number(what.replace("−", "-")));

/** @param {string[]} words agents, each with a number @param {(number: string) => string} tell */
const inPairs = (words, tell) =>
  words.flatMap((agent, place) => (place % 2 ? [] : [{ agent, what: tell(words[place + 1]) }]));
