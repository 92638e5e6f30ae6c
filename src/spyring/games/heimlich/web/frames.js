// How one view became the next: the scenes on the way, one thing at a time.
import { useEffect, useRef, useState } from "/dom.js";
import { BUILDINGS, walk } from "./ring.js";

/** @typedef {import("./town.js").Scene} Scene */
/** @typedef {{scene: Scene, lasts: number, sound: string}} Frame */

const STEP = 260;
const ROLL = 320;
const CARD = 1000; // time to read its name
const SCORE = 320;
const QUIET = 1500;

/** Where the table is faster than the picture, scenes wait their turn: shorter ones, and never too many. */
const HURRY = 180;
const MANY = 4;
const MOST = 14;

/** @param {import("./types.js").View} view @returns {Scene} */
export const sceneOf = (view) => ({
  agents: view.agents,
  scores: view.scores,
  safe: view.safe,
  roll: view.roll,
});

/**
 * The scene to draw now: the view, or, while something moves, a step on the way to it.
 * @param {import("./types.js").View} view @param {[string | number, string][]} events @param {number | null} seat @param {boolean} quiet @param {(name: string) => void} sound
 */
export function useScene(view, events, seat, quiet, sound) {
  const film = useRef({ view, frames: /** @type {Frame[]} */ ([]) });
  const timer = useRef(0);
  const [, redraw] = useState({});
  if (film.current.view !== view) {
    const fresh = frames(film.current.view, view, events, seat);
    film.current = { view, frames: [...film.current.frames, ...(quiet ? still(fresh) : fresh)].slice(-MOST) };
  }
  const run = () => {
    const [now] = film.current.frames;
    timer.current = 0;
    if (!now) return;
    sound(now.sound);
    timer.current = window.setTimeout(
      () => {
        film.current.frames.shift();
        redraw({});
        run();
      },
      film.current.frames.length > MANY ? HURRY : now.lasts,
    );
  };
  useEffect(() => {
    if (!timer.current) run();
  }, [view]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const [now] = film.current.frames;
  return {
    scene: now?.scene ?? sceneOf(view),
    /** To the view at once: somebody does not want to wait. */
    finish: () => {
      clearTimeout(timer.current);
      timer.current = 0;
      film.current.frames = [];
      redraw({});
    },
  };
}

/**
 * The scenes between two views, from what was told; the last scene is always the later view itself.
 * What this seat moved it has seen moving already.
 * @param {import("./types.js").View} before @param {import("./types.js").View} after @param {[string | number, string][]} events @param {number | null} seat
 * @returns {Frame[]}
 */
function frames(before, after, events, seat) {
  /** @type {Frame[]} */
  const found = [];
  let scene = sceneOf(before);
  const show = (
    /** @type {Partial<Scene>} */ change,
    /** @type {number} */ lasts,
    /** @type {string} */ sound,
  ) => {
    scene = { ...scene, lit: undefined, flights: undefined, played: undefined, rolls: false, ...change };
    found.push({ scene, lasts, sound });
  };
  const last = events.map(([, text]) => /^(move|play) /.test(text)).lastIndexOf(true);
  const counts = events.some(([, text]) => text.startsWith("scored "));
  const pushed = events.some(([, text]) => text.startsWith("play markers-plus-3 "));
  events.forEach(([actor, text], index) => {
    const [verb, ...words] = text.split(" ");
    if (verb === "roll") show({ roll: words[0], rolls: true }, ROLL, "die");
    else if (verb === "move") {
      for (let place = 0; place < words.length; place += 2) {
        const agents = {
          ...scene.agents,
          [words[place]]: walk(scene.agents[words[place]], Number(words[place + 1])),
        };
        if (actor === seat) scene = { ...scene, agents };
        else show({ agents }, STEP, "step");
      }
    } else if (verb === "play") {
      show({ played: { by: Number(actor), card: words[0], targets: words.slice(1) } }, CARD, "card");
      if (index === last)
        show({ agents: after.agents, scores: pushed && !counts ? after.scores : scene.scores }, STEP, "step");
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
 * The same facts without travel: every card that was played, all that scored in one still scene, then the later view.
 * @param {Frame[]} moving @returns {Frame[]}
 */
function still(moving) {
  const cards = moving.filter(({ scene }) => scene.played);
  const scoring = moving.filter(({ scene }) => scene.flights);
  if (scoring.length === 0) return cards;
  const { scene } = scoring[scoring.length - 1];
  const lit = scoring.flatMap((frame) => frame.scene.lit ?? []);
  const flights = scoring.flatMap((frame) => frame.scene.flights ?? []);
  return [...cards, { scene: { ...scene, lit, flights }, lasts: QUIET, sound: "scoring" }];
}
