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
const READ = 700; // time to read what another seat did ...
const PASSED = 350; // ... to see that it did nothing ...
const COUNTED = 1300; // ... to look at what has scored ...
const DECIDED = 1800; // ... and, before the masks come off, at how it stands

/** @param {import("./types.js").View} view @returns {Scene} */
export const sceneOf = (view) => ({
  agents: view.agents,
  scores: view.scores,
  safe: view.safe,
  roll: view.roll,
});

/** @typedef {[string | number, string][]} Events */

/** @param {Events} events @param {number | null} seat */
function breath(events, seat) {
  if (events.some(([, text]) => text.startsWith("owner "))) return DECIDED;
  if (events.some(([, text]) => text.startsWith("scored "))) return COUNTED;
  const others = events.filter(([actor]) => typeof actor === "number" && actor !== seat);
  if (others.length === 0) return 0;
  return others.every(([, text]) => text === "pass" || text === "done") ? PASSED : READ;
}

const sum = (/** @type {Frame[]} */ found) => found.reduce((total, { lasts }) => total + lasts, 0);

/**
 * How long the way from one view to the next takes; what only some are told is no frame, and adds nothing.
 * @param {Events} events @param {import("./types.js").View} before @param {import("./types.js").View} view @param {number | null} seat
 */
export const lasts = (events, before, view, seat) =>
  sum(frames(before, view, events, seat)) + breath(events, seat);

/**
 * The scene to draw now: the view, or, while something moves, a step on the way to it.
 * @param {object} shown
 * @param {import("./types.js").View} shown.view @param {Events} shown.events @param {number | null} shown.seat @param {boolean} shown.quiet
 * @param {(name: string) => void} shown.sound @param {number} [shown.lasts]
 */
export function useScene({ view, events, seat, quiet, sound, lasts }) {
  const film = useRef({ view, events, frames: /** @type {Frame[]} */ ([]) });
  const timer = useRef(0);
  const [, redraw] = useState({});
  if (film.current.events !== events) {
    const moving = lasts === 0 ? [] : frames(film.current.view, view, events, seat);
    const found = quiet ? still(moving) : moving;
    const length = sum(found) + (quiet ? 0 : breath(events, seat));
    const factor = lasts === undefined || !length ? 1 : lasts / length;
    film.current = {
      view,
      events,
      frames: found.map((frame) => ({ ...frame, lasts: frame.lasts * factor })),
    };
  } else film.current.view = view;
  const run = () => {
    const [now] = film.current.frames;
    if (!now) return;
    sound(now.sound);
    timer.current = window.setTimeout(() => {
      film.current.frames.shift();
      redraw({});
      run();
    }, now.lasts);
  };
  useEffect(() => {
    run();
    return () => clearTimeout(timer.current);
  }, [events]);
  return film.current.frames[0]?.scene ?? sceneOf(view);
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
