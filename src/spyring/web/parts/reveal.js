// The masks come off: "decided" first, then seat by seat the points and who it was, the winner's last.

import { PACES, pace } from "/device.js";
import { isQuiet } from "/director.js";
import { html, useEffect, useState } from "/dom.js";
import { announce } from "/parts/frame.js";
import { Mark } from "/parts/mark.js";
import { identityName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { listed, t } from "/texts.js";

const DECIDED = 1600; // ms before the first mask
const STEP = 1300; // ms from one to the next

/**
 * What every seat has scored: the game counts by seat, or by what a seat turned out to be.
 * @param {import("/games.js").Board} board @param {any} view
 * @returns {number[] | null} nothing where it counts neither way
 */
export function pointsOf(board, view) {
  const scores = view?.scores;
  if (!scores || Array.isArray(scores)) return scores ?? null;
  const truth = board.truth?.(view);
  if (!truth?.every((kinds) => kinds.every((kind) => kind in scores))) return null;
  return truth.map((kinds) => kinds.reduce((sum, kind) => sum + scores[kind], 0));
}

/** Who won, to somebody on a seat or to everybody. @param {number[]} winners @param {number | null} seat @param {string[]} names */
export function wonLine(winners, seat, names) {
  if (winners.length === 0) return t("after.nobody");
  if (seat !== null && winners.includes(seat)) return t(winners.length > 1 ? "after.we" : "after.me");
  return t("after.won", { count: winners.length, names: listed(winners.map((one) => names[one])) });
}

/**
 * How many masks are off. Who comes when it is over, or wants no motion, sees all of them.
 * @param {number} seats @param {boolean} fresh the end was seen to come @param {boolean} over
 * @returns {{off: number, done: boolean, skip: () => void}}
 */
export function useUnmasking(seats, fresh, over) {
  const factor = isQuiet() ? 0 : (PACES[pace.value] ?? 1);
  const [taken, setOff] = useState(/** @type {number | null} */ (null)); // before the first of them
  const off = taken ?? (fresh && factor ? 0 : seats);
  useEffect(() => {
    if (!over || off >= seats) return undefined;
    const timer = setTimeout(() => setOff(off + 1), factor * (off ? STEP : DECIDED));
    return () => clearTimeout(timer);
  }, [off, over]);
  return { off, done: off >= seats, skip: () => setOff(seats) };
}

/**
 * @param {{board: import("/games.js").Board, view: any, seat: number | null, names: string[], words: import("/texts.js").Translate, truth: string[][] | null,
 *   turns: boolean, unmasking: ReturnType<typeof useUnmasking>, children?: any}} props `turns`: there is something under the masks
 */
export function Reveal({ board, view, seat, names, words, truth, turns, unmasking, children }) {
  const { off, done, skip } = unmasking;
  /** @type {number[]} */
  const winners = view?.winners ?? [];
  const order = names
    .map((_, one) => one)
    .sort((a, b) => Number(winners.includes(a)) - Number(winners.includes(b)));
  const points = pointsOf(board, view);
  const what = (/** @type {number} */ one) =>
    (truth?.[one] ?? []).map((kind) => identityName(kind, words)).join(" · ");
  const line = done ? wonLine(winners, seat, names) : t("after.decided");
  const caption = words("reveal") === "reveal" ? "" : words("reveal");
  useEffect(() => {
    const one = order[off - 1];
    const score =
      points && one !== undefined ? `${points[one]} ${t("after.unit", { count: points[one] })}.` : "";
    announce(done || one === undefined ? line : `${names[one]}: ${score} ${what(one)}`);
  }, [off]);
  return html`<div class="reveal cut" data-off=${off} onClick=${done ? undefined : skip}><h2>${line}</h2>
    ${done ? children : html`<button class="reveal-skip" onClick=${skip}>${t("film.now")}</button>`}
    <ul class="reveal-cards">${names.map((name, one) => {
      const open = order.indexOf(one) < off;
      const won = done && winners.includes(one);
      return html`<li key=${one} data-seat=${one} class=${`${open ? "reveal-open" : ""} ${won ? "reveal-won" : ""}`}>
        <div class="reveal-who" data-theme="dark"><${SeatBadge} seat=${one} /><span>${name}</span></div>
        <p class="reveal-points">${points ? (open ? html`<b>${String(points[one]).replace("-", "−")}</b> <span>${t("after.unit", { count: points[one] })}</span>` : html`<b aria-hidden="true">·</b>`) : null}${won ? html`<span class="won">${t("won")}</span>` : null}</p>
        ${
          turns
            ? html`<div class="reveal-card"><span class="reveal-back" aria-hidden="true"><${Mark} /></span>
          <span class=${`reveal-front ${(truth?.[one] ?? []).length > 1 ? "reveal-many" : ""}`}>${open && caption ? html`<small>${caption}</small>` : null}${open ? what(one) || "–" : ""}</span></div>`
            : null
        }</li>`;
    })}</ul></div>`;
}
