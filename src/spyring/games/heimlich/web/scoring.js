// Whether this turn would end in a scoring as it stands (H37): never guessed, only what was seen to happen.
import { useRef } from "/dom.js";

/**
 * Of each agent whether it was moved into the safe's building in this turn; those not in it were not watched.
 * @typedef {Record<string, boolean>} Arrived
 */

/** The acts that bring agents somewhere, or leave all of them where they are. */
const ACTS = new Set(["move", "stay", "play"]);

/**
 * What is known of the later view. One act at a time can be read off the two positions, whatever card it was.
 * @param {any} before @param {any} after @param {[string | number, string][]} events @param {Arrived} arrived
 * @returns {Arrived}
 */
function follow(before, after, events, arrived) {
  const agents = Object.keys(after.agents);
  const verbs = events.map(([, text]) => text.split(" ")[0]);
  const rolled = verbs.lastIndexOf("roll") + 1;
  const acts = verbs.slice(rolled).filter((verb) => ACTS.has(verb));
  if (events.length === 0 && JSON.stringify(before) !== JSON.stringify(after)) return {}; // a reader of a replay leaps
  if (acts.length > 1 || (rolled && acts.length)) return {};
  const nobody = Object.fromEntries(agents.map((agent) => [agent, false]));
  if (rolled) return nobody;
  if (acts.length === 0) return arrived;
  if (before.safe !== after.safe) return nobody;
  const moved = agents.filter((agent) => before.agents[agent] !== after.agents[agent]);
  return {
    ...(acts[0] === "play" ? arrived : nobody),
    ...Object.fromEntries(moved.map((agent) => [agent, after.agents[agent] === after.safe])),
  };
}

/**
 * In the card phase: true or false as it stands, null where this page has not seen enough of the turn.
 * @param {any} view @param {[string | number, string][]} events @returns {boolean | null}
 */
export function useScoring(view, events) {
  const seen = useRef({ view, arrived: /** @type {Arrived} */ ({}) });
  if (seen.current.view !== view)
    seen.current = { view, arrived: follow(seen.current.view, view, events, seen.current.arrived) };
  if (view.phase !== "cards") return null;
  const { arrived } = seen.current;
  const there = Object.keys(view.agents).filter((agent) => view.agents[agent] === view.safe);
  if (there.some((agent) => arrived[agent])) return true;
  return there.every((agent) => arrived[agent] === false) ? false : null;
}
