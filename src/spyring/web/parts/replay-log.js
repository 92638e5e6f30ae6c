// The log of a replay: what these eyes were told, and which line the board shows.

import { html, useEffect, useMemo, useRef } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { Verdict } from "/parts/ledger.js";
import { ALL, toldOf } from "/parts/replay.js";
import { SeatBadge } from "/parts/seats.js";
import { truthAt } from "/parts/story.js";
import { Trail } from "/parts/trail.js";
import { t } from "/texts.js";

const BELIEVED = 0.05; // how much less sure of the truth somebody became

/**
 * What these eyes were told, line by line; a tap goes there.
 * @param {{replay: import("/wire.js").Replay, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[], at: number, eyes: string,
 *   story: import("/wire.js").Story | null, marks?: Set<number>, go: (line: number) => void}} props `marks`: the lines about which something was said
 */
export function ReplayLog({ replay, board, words, names, at, eyes, story, marks, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = useMemo(
    () =>
      replay.steps.flatMap((step, place) =>
        toldOf(step, eyes).flatMap((line) => {
          const text = board.say(line, words, names, step.view);
          if (!text) return [];
          const trail = board.trail?.(line, words, names, step.view);
          const right = eyes === ALL && story ? wasRight(board, story, place, line) : undefined;
          const believed = right === false && story !== null && wasBelieved(board, story, place, line);
          return [{ at: place + 1, actor: line[0], text, trail, right, believed }];
        }),
      ),
    [replay, board, words, names, eyes, story],
  );
  const here = lines.findLastIndex((line) => line.at <= at);
  useEffect(() => {
    const row = /** @type {HTMLElement | null} */ (list.current?.querySelector("[aria-current]"));
    if (!row || !list.current) return;
    const box = list.current;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [here]);
  return html`<ol class="log scroll replay-log" ref=${list} tabindex="0" aria-label=${t("log")}>${lines.map(
    (line, number) => html`<li key=${number} class=${line.actor === "chance" ? "log-chance" : "log-seat"}>
      ${line.actor === "chance" ? html`<span class="log-dot" aria-hidden="true"></span>` : html`<${SeatBadge} seat=${line.actor} />`}
      <button class="plain" aria-current=${number === here ? "step" : undefined} onClick=${() => go(line.at)}>${line.text} <${Trail} of=${line.trail} />
        ${marks?.has(line.at) ? html`<span class="tag"><${Icon} name="talk" /><span class="unseen">${t("together.words")}</span></span>` : null}
        <${Verdict} right=${line.right} believed=${line.believed} /></button></li>`,
  )}</ol>`;
}

/**
 * Whether what was said then was so; nothing where nobody was said to be anything.
 * @param {import("/games.js").Board} board @param {import("/wire.js").Story} story @param {number} line how many were done before
 * @param {import("/link.js").Line} said
 */
function wasRight(board, story, line, said) {
  const [about] = board.claimed?.(said) ?? [];
  const truth = about ? truthAt(story, line) : null;
  return about && truth ? truth[about.seat].includes(about.kind) : undefined;
}

/**
 * Whether what was said made somebody less sure of the truth.
 * @param {import("/games.js").Board} board @param {import("/wire.js").Story} story @param {number} line how many were done before
 * @param {import("/link.js").Line} said
 */
function wasBelieved(board, story, line, said) {
  const [about] = board.claimed?.(said) ?? [];
  return (
    about !== undefined &&
    story.seats.some(({ known }, seat) => {
      const sure = (/** @type {number} */ at) =>
        known.findLast((one) => one.line <= at)?.sure[about.seat] ?? 0;
      return seat !== said[0] && sure(line) - sure(line + 1) >= BELIEVED;
    })
  );
}
