// The game again, line by line, from the eyes of any seat, of an onlooker, or with everything open.

import { ask } from "/api.js";
import { PACES, pace } from "/device.js";
import { isQuiet, lengthOf } from "/director.js";
import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { useKeys } from "/kit/keys.js";
import { tell } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { identityName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { truthAt } from "/parts/story.js";
import { language, t } from "/texts.js";

const STEP = 900; // ms for a line that takes no time of its own
const SPEEDS = [0.5, 1, 2, 4];

export const ALL = "all"; // an onlooker's eyes, with everybody's secrets beside

/** @typedef {import("/wire.js").Replay} Replay */

/**
 * Where somebody is in a replay, and as whom.
 * @typedef {{at: number, eyes: string}} Place
 */

/** Gives a game as a seat, or as an onlooker (""), saw it. @typedef {(eyes: string) => Promise<Replay>} Source */

/** @param {string} table @returns {Source} */
export const fromTable = (table) => (eyes) =>
  ask("GET", `tables/${table}/replay${eyes === "" ? "" : `?seat=${eyes}`}`);

/** @param {string} file @returns {Source} */
export const fromFile = (file) => (eyes) =>
  ask("POST", "files/replay", { file, seat: eyes === "" ? null : Number(eyes) });

/**
 * What these eyes were told of a line.
 * @param {import("/wire.js").Step} step @param {string} eyes @returns {import("/link.js").Line[]}
 */
export const toldOf = (step, eyes) =>
  eyes === ALL ? [[step.actor, step.text]] : step.told.map(([actor, text]) => [actor, text]);

/**
 * The places at which somebody else's turn begins, and both ends.
 * @param {Replay} replay
 */
export function turnsOf({ steps }) {
  const places = [0];
  /** @type {number | null} */
  let last = null;
  steps.forEach(({ actor }, place) => {
    if (actor === "chance") return;
    if (actor !== last && place) places.push(place);
    last = actor;
  });
  return [...places, steps.length];
}

/**
 * @param {{replay: Replay | null, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[],
 *   place: Place, go: (place: Place) => void, story: import("/wire.js").Story | null, keys?: boolean, fixed?: boolean}} props `keys`: the page is for it alone; `fixed`: there are no other eyes
 */
export function ReplayPanel({
  replay,
  board,
  words,
  names,
  place: { at, eyes },
  go,
  story,
  keys = false,
  fixed = false,
}) {
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(1);
  const before = useRef(0);
  const last = replay?.steps.length ?? story?.lines ?? 0;
  const step = replay && at > 0 ? replay.steps[Math.min(at, last) - 1] : null;
  /** @type {import("/link.js").Line[]} */
  const events = useMemo(
    () => (step && at === before.current + 1 ? toldOf(step, eyes) : []),
    [replay, at, eyes],
  );
  const told = useMemo(
    () =>
      (replay?.steps.slice(0, at) ?? []).flatMap((one) =>
        toldOf(one, eyes).map(([actor, text]) => ({ actor, text })),
      ),
    [replay, at, eyes],
  );
  // Who watches it again wants to see it, also where everything else is shown at once.
  const lasts =
    replay && step && events.length
      ? lengthOf(
          board,
          events,
          replay.steps[Math.min(at, last) - 2]?.view ?? replay.start,
          step.view,
          replay.seat,
          (PACES[pace.value] || 1) / speed,
        )
      : 0;
  useEffect(() => {
    if (!running || !replay) return undefined;
    if (at >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => go({ at: at + 1, eyes }), Math.max(STEP / speed, lasts));
    return () => clearTimeout(timer);
  }, [running, at, last, eyes, replay, speed]);
  const to = (/** @type {number} */ line) => {
    setRunning(false);
    go({ at: line, eyes });
  };
  useEffect(() => {
    before.current = at;
  }, [at]);
  const run = () => {
    if (at >= last) go({ at: 0, eyes });
    setRunning(!running);
  };
  const turn = (/** @type {-1 | 1} */ way) => {
    const places = replay ? turnsOf(replay) : [];
    const next = way > 0 ? places.find((one) => one > at) : places.findLast((one) => one < at);
    if (next !== undefined) to(next);
  };
  const by = (/** @type {number} */ lines) => to(Math.max(0, Math.min(last, at + lines)));
  // A slider and a choice have arrows of their own.
  const onKey = (/** @type {() => void} */ does) => () =>
    document.activeElement?.matches("input, select") ? false : does();
  useKeys(
    {
      ArrowLeft: onKey(() => by(-1)),
      ArrowRight: onKey(() => by(1)),
      ArrowUp: onKey(() => turn(-1)),
      ArrowDown: onKey(() => turn(1)),
      Home: onKey(() => to(0)),
      End: onKey(() => to(last)),
    },
    keys,
  );
  const Drawn = board.default;
  const truth = eyes === ALL && story ? truthAt(story, at) : null;
  const seen = step ? step.view : replay?.start;
  const view = truth && seen && board.opened ? board.opened(seen, truth) : seen;
  const sentence =
    replay && at > 0 ? saidBy(replay, Math.min(at, last), eyes, board, words, names) : t("after.start");
  return html`
    <div class="replay-tools">
      ${
        fixed
          ? null
          : html`<label class="replay-eyes">${t("after.eyes")} <select value=${eyes} onChange=${(/** @type {any} */ event) => go({ at, eyes: event.target.value })}>
        <option value="" selected=${eyes === ""}>${t("after.onlooker")}</option>
        ${story?.truth.length ? html`<option value=${ALL} selected=${eyes === ALL}>${t("after.all")}</option>` : null}
        ${names.map((name, number) => html`<option key=${number} value=${number} selected=${eyes === String(number)}>${name}</option>`)}</select></label>`
      }
      <span class="replay-steps">
        <button class="round replay-turn-back" aria-label=${t("replay.turn.back")} title=${t("replay.turn.back")} disabled=${at === 0} onClick=${() => turn(-1)}><${Icon} name="skip" /></button>
        <button class="round" aria-label=${t("after.back")} title=${t("after.back")} disabled=${at === 0} onClick=${() => to(at - 1)}><${Icon} name="back" /></button>
        <button class="round" aria-label=${t(running ? "after.stop" : "after.run")} title=${t(running ? "after.stop" : "after.run")} aria-pressed=${running} onClick=${run}><${Icon} name=${running ? "pause" : "play"} /></button>
        <button class="round replay-on" aria-label=${t("after.on")} title=${t("after.on")} disabled=${at >= last} onClick=${() => to(at + 1)}><${Icon} name="back" /></button>
        <button class="round" aria-label=${t("replay.turn.on")} title=${t("replay.turn.on")} disabled=${at >= last} onClick=${() => turn(1)}><${Icon} name="skip" /></button>
      </span>
      <label class="replay-speed"><span class="unseen">${t("replay.speed")}</span><select value=${speed} title=${t("replay.speed")} onChange=${(/** @type {any} */ event) => setSpeed(Number(event.target.value))}>
        ${SPEEDS.map((one) => html`<option key=${one} value=${one} selected=${one === speed}>${new Intl.NumberFormat(language.value).format(one)}×</option>`)}</select></label>
      <input type="range" min="0" max=${last} value=${at} aria-label=${t("after.slider")} aria-valuetext=${`${at} / ${last}: ${sentence}`} onInput=${(/** @type {any} */ event) => to(Number(event.target.value))} />
      <span class="replay-at" title=${keys ? t("replay.keys") : undefined}>${at} / ${last}</span>
    </div>
    <p class="replay-line" role="status">${sentence}</p>
    ${eyes === ALL && story ? html`<${Secrets} truth=${truth} words=${words} names=${names} />` : null}
    ${
      replay
        ? html`<div class="board"><${Drawn} view=${view} seat=${replay.seat} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${events} told=${told} lasts=${lasts}
      quiet=${isQuiet()} hidden=${false} peek=${false} screen=${false} sound=${() => undefined} /></div>`
        : html`<p class="replay-coming">${t("loading")}</p>`
    }`;
}

/**
 * The last line up to here that has words; a look or a beat has none.
 * @param {Replay} replay
 * @param {number} at
 * @param {string} eyes
 * @param {import("/games.js").Board} board
 * @param {import("/texts.js").Translate} words
 * @param {string[]} names
 */
function saidBy(replay, at, eyes, board, words, names) {
  for (let line = at - 1; line >= 0; line--) {
    const said = toldOf(replay.steps[line], eyes)
      .map((one) => board.say(one, words, names))
      .filter(Boolean);
    if (said.length) return said.join(" ");
  }
  return t("after.start");
}

/** The game as a seat saw it, fetched once for each. @param {Source | null} source @param {string} eyes @returns {Replay | null} */
export function useReplay(source, eyes) {
  const seat = eyes === ALL ? "" : eyes;
  const [seen, setSeen] = useState(/** @type {Record<string, Replay>} */ ({}));
  const shown = useRef(/** @type {Replay | null} */ (null)); // until other eyes have opened
  useEffect(() => {
    if (seen[seat] || !source) return;
    source(seat)
      .then((replay) => setSeen((others) => ({ ...others, [seat]: replay })))
      .catch((error) => tell(error.message));
  }, [source, seat]);
  shown.current = seen[seat] ?? shown.current;
  return shown.current;
}

/** What everybody was just then. @param {{truth: string[][] | null, words: import("/texts.js").Translate, names: string[]}} props */
function Secrets({ truth, words, names }) {
  if (!truth) return null;
  return html`<ul class="replay-truth">${truth.map(
    (kinds, seat) => html`<li key=${seat}><${SeatBadge} seat=${seat} /><span>${names[seat]}</span>
    <b>${kinds.map((kind) => identityName(kind, words)).join(", ") || "–"}</b></li>`,
  )}</ul>`;
}
