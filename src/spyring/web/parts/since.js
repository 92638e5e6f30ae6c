// Since your last turn: who did what, in the board's words. One thing for all, also where a device goes round.
import { html, useEffect, useRef } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { SeatBadge } from "/parts/seats.js";
import { Trail } from "/parts/trail.js";
import { t } from "/texts.js";

/** @typedef {import("/parts/talk.js").LogLine} LogLine */

/**
 * What others have done since a seat last acted, also where its act has no line in the log. In real time, where one
 * acts all the time, what counts is the last act that has one.
 * @param {LogLine[]} lines @param {number | null} seat @param {import("/link.js").Told[]} told @param {boolean} live @returns {LogLine[]}
 */
export function since(lines, seat, told, live) {
  if (seat === null) return [];
  if (live) return lines.slice(lines.findLastIndex(({ actor }) => actor === seat) + 1);
  const last = told.findLastIndex((one) => "actor" in one && one.actor === seat);
  return lines.filter(({ key }) => key > last);
}

/** @param {{lines: LogLine[], close?: () => void}} props `close`: it stands over the board, and can be put away */
export function Since({ lines, close }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight; // what was done last is in sight
  }, [lines.length]);
  if (lines.length === 0) return null;
  return html`<section class=${`since ${close ? "notice" : ""}`} aria-label=${t("since")}>
    <div><h2>${t("since")}</h2><ul ref=${list} tabindex="0" aria-label=${t("since")}>${lines.map(
      ({ key, actor, text, trail }) => html`<li key=${key}>
      ${actor === "chance" ? null : html`<${SeatBadge} seat=${actor} />`}<span>${text} <${Trail} of=${trail} /></span></li>`,
    )}</ul></div>
    ${close ? html`<button class="plain round" aria-label=${t("close")} onClick=${close}><${Icon} name="close" /></button>` : null}</section>`;
}
