// The game again, line by line, from the eyes of any seat, of an onlooker, or with everything open.

import { ask } from "/api.js";
import { PACES, pace } from "/device.js";
import { isQuiet, lengthOf } from "/director.js";
import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { tell } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { identityName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { truthAt } from "/parts/story.js";
import { t } from "/texts.js";

const STEP = 900; // ms for a line that takes no time of its own

export const ALL = "all"; // an onlooker's eyes, with everybody's secrets beside

/** @typedef {import("/wire.js").Replay} Replay */

/**
 * Where somebody is in a replay, and as whom.
 * @typedef {{at: number, eyes: string}} Place
 */

/**
 * @param {{info: import("/wire.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[],
 *   place: Place, go: (place: Place) => void, story: import("/wire.js").Story | null}} props
 */
export function ReplayPanel({ info, board, words, names, place: { at, eyes }, go, story }) {
  const replay = useReplay(info.id, eyes === ALL ? "" : eyes);
  const [running, setRunning] = useState(false);
  const before = useRef(0);
  const last = replay?.steps.length ?? story?.lines ?? 0;
  const step = replay && at > 0 ? replay.steps[Math.min(at, last) - 1] : null;
  /** @type {import("/link.js").Line[]} */
  const events = useMemo(
    () => (step && at === before.current + 1 ? [[step.actor, step.text]] : []),
    [replay, at],
  );
  const heard = useMemo(() => replay?.steps.map(({ actor, text }) => ({ actor, text })) ?? [], [replay]);
  const told = useMemo(() => heard.slice(0, at), [heard, at]);
  // Who watches it again wants to see it, also where everything else is shown at once.
  const lasts =
    replay && step && events.length
      ? lengthOf(
          board,
          events,
          replay.steps[Math.min(at, last) - 2]?.view ?? replay.start,
          step.view,
          replay.seat,
          PACES[pace.value] || 1,
        )
      : 0;
  useEffect(() => {
    if (!running || !replay) return undefined;
    if (at >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => go({ at: at + 1, eyes }), Math.max(STEP, lasts));
    return () => clearTimeout(timer);
  }, [running, at, last, eyes, replay]);
  const to = (/** @type {number} */ line) => {
    setRunning(false);
    go({ at: line, eyes });
  };
  useEffect(() => {
    before.current = at;
  }, [at]);
  const Drawn = board.default;
  const sentence =
    replay && at > 0 ? saidBy(replay, Math.min(at, last), board, words, names) : t("after.start");
  return html`
    <div class="replay-tools">
      <label>${t("after.eyes")} <select value=${eyes} onChange=${(/** @type {any} */ event) => go({ at, eyes: event.target.value })}>
        <option value="" selected=${eyes === ""}>${t("after.onlooker")}</option>
        ${story?.truth.length ? html`<option value=${ALL} selected=${eyes === ALL}>${t("after.all")}</option>` : null}
        ${names.map((name, number) => html`<option key=${number} value=${number} selected=${eyes === String(number)}>${name}</option>`)}</select></label>
      <span class="replay-steps">
        <button class="round" aria-label=${t("after.back")} disabled=${at === 0} onClick=${() => to(at - 1)}><${Icon} name="back" /></button>
        <button class="round" aria-label=${t(running ? "after.stop" : "after.run")} aria-pressed=${running} onClick=${() => {
          if (at >= last) go({ at: 0, eyes });
          setRunning(!running);
        }}><${Icon} name=${running ? "close" : "play"} /></button>
        <button class="round replay-on" aria-label=${t("after.on")} disabled=${at >= last} onClick=${() => to(at + 1)}><${Icon} name="back" /></button>
      </span>
      <input type="range" min="0" max=${last} value=${at} aria-label=${t("after.slider")} aria-valuetext=${`${at} / ${last}: ${sentence}`} onInput=${(/** @type {any} */ event) => to(Number(event.target.value))} />
      <span class="replay-at">${at} / ${last}</span>
    </div>
    <p class="replay-line">${sentence}</p>
    ${eyes === ALL && story ? html`<${Secrets} truth=${truthAt(story, at)} words=${words} names=${names} />` : null}
    ${
      replay
        ? html`<div class="board"><${Drawn} view=${step ? step.view : replay.start} seat=${replay.seat} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${events} told=${told} lasts=${lasts}
      quiet=${isQuiet()} hidden=${false} peek=${false} screen=${false} sound=${() => undefined} /></div>`
        : html`<p class="replay-coming">${t("loading")}</p>`
    }`;
}

/**
 * The last line up to here that has words; a look or a beat has none.
 * @param {Replay} replay
 * @param {number} at
 * @param {import("/games.js").Board} board
 * @param {import("/texts.js").Translate} words
 * @param {string[]} names
 */
function saidBy(replay, at, board, words, names) {
  for (let line = at - 1; line >= 0; line--) {
    const { actor, text } = replay.steps[line];
    const said = board.say([actor, text], words, names);
    if (said) return said;
  }
  return t("after.start");
}

/** The game as a seat saw it, fetched once for each. @param {string} table @param {string} eyes @returns {Replay | null} */
function useReplay(table, eyes) {
  const [seen, setSeen] = useState(/** @type {Record<string, Replay>} */ ({}));
  const shown = useRef(/** @type {Replay | null} */ (null)); // until other eyes have opened
  useEffect(() => {
    if (seen[eyes]) return;
    ask("GET", `tables/${table}/replay${eyes === "" ? "" : `?seat=${eyes}`}`)
      .then((/** @type {Replay} */ replay) => setSeen((others) => ({ ...others, [eyes]: replay })))
      .catch((error) => tell(error.message));
  }, [eyes]);
  shown.current = seen[eyes] ?? shown.current;
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
