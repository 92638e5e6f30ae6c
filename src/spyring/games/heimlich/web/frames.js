// How one view became the next: the scenes on the way, one thing at a time.
import { BUILDINGS, walk } from "./ring.js";

/** @typedef {import("./town.js").Scene} Scene */
/** @typedef {{scene: Scene, lasts: number, sound: string}} Frame */

const STEP = 260;
const ROLL = 320;
const CARD = 620;
const SCORE = 320;
const QUIET = 1500;

/** @param {any} view @returns {Scene} */
export const sceneOf = (view) => ({ agents: view.agents, scores: view.scores, safe: view.safe, roll: view.roll });

/**
 * The scenes between two views, from what was told; the last scene is always the later view itself.
 * @param {any} before @param {any} after @param {[string | number, string][]} events @param {number} thrown
 * @returns {Frame[]}
 */
export function frames(before, after, events, thrown) {
  /** @type {Frame[]} */
  const found = [];
  let scene = sceneOf(before);
  const show = (/** @type {Partial<Scene>} */ change, /** @type {number} */ lasts, /** @type {string} */ sound) => {
    scene = { ...scene, lit: undefined, flights: undefined, card: null, ...change };
    found.push({ scene, lasts, sound });
  };
  const told = events.map(([, text]) => text.split(" "));
  const last = told.map(([verb]) => verb === "move" || verb === "play").lastIndexOf(true);
  const counts = told.some(([verb]) => verb === "scored");
  const pushed = told.some(([verb, card]) => verb === "play" && card === "markers-plus-3");
  told.forEach(([verb, ...words], index) => {
    if (verb === "roll") {
      thrown += 1;
      show({ roll: words[0], rolled: thrown }, ROLL, "die");
    } else if (verb === "move") {
      for (let place = 0; place < words.length; place += 2) {
        const agent = words[place];
        show({ agents: { ...scene.agents, [agent]: walk(scene.agents[agent], Number(words[place + 1])) } }, STEP, "step");
      }
    } else if (verb === "play") {
      show({ card: words[0] }, CARD, "card");
      if (index === last) show({ agents: after.agents, scores: pushed && !counts ? after.scores : scene.scores }, STEP, "step");
    } else if (verb === "scored") count(words);
    else if (verb === "safe") show({ safe: words[0] }, STEP, "step");
  });
  return found;

  /** One house after another lights up, and its number flies to the stones. @param {string[]} words agents, each with its gain */
  function count(words) {
    const gain = (/** @type {string} */ agent) => Number(words[words.indexOf(agent) + 1]);
    for (const building of BUILDINGS) {
      const flights = Object.keys(scene.agents)
        .filter((agent) => scene.agents[agent] === building && gain(agent) !== 0)
        .map((agent) => ({ agent, building, points: gain(agent) }));
      if (flights.length === 0) continue;
      const scores = { ...scene.scores };
      for (const { agent, points } of flights) scores[agent] += points;
      show({ lit: [building], flights, scores }, SCORE, "scoring");
    }
  }
}

/**
 * The same facts without travel: all that scored in one still scene, then the later view.
 * @param {Frame[]} moving @returns {Frame[]}
 */
export function still(moving) {
  const scoring = moving.filter(({ scene }) => scene.flights);
  if (scoring.length === 0) return [];
  const { scene } = scoring[scoring.length - 1];
  const lit = scoring.flatMap((frame) => frame.scene.lit ?? []);
  const flights = scoring.flatMap((frame) => frame.scene.flights ?? []);
  return [{ scene: { ...scene, lit, flights }, lasts: QUIET, sound: "scoring" }];
}
