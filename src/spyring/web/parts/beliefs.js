// What a seat could believe of the others at a line of a replay: a good reader's belief, and what the rules allow.

import { html, useEffect, useState } from "/dom.js";
import { identityName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { t } from "/texts.js";

const PAUSE = 250; // ms: who steps on does not wait for it

/** @typedef {import("/wire.js").Belief} Belief */

/**
 * @param {{load: (seat: number, line: number) => Promise<Belief[]>, seat: number, at: number, board: import("/games.js").Board,
 *   view: import("/games.js").View, words: import("/texts.js").Translate, names: string[]}} props
 */
export function BeliefsPanel({ load, seat, at, board, view, words, names }) {
  const [found, setFound] = useState(/** @type {Belief[]} */ ([]));
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      () =>
        load(seat, at)
          .then((beliefs) => {
            if (!gone) setFound(beliefs);
          })
          .catch(() => undefined), // the rest of the page has said so
      PAUSE,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, seat, at]);
  const { sign } = board.suspects(view);
  const open = found.filter(({ share }) => share > 0);
  const kinds = [...new Set(open.map(({ kind }) => kind))];
  const seats = [...new Set(open.map((one) => one.seat))];
  if (kinds.length === 0) return null;
  const title = t("beliefs", { name: names[seat] });
  return html`<section class="story beliefs" aria-label=${title}><h2>${title}</h2><p class="faint">${t("beliefs.how")}</p>
    <div class="story-whom" tabindex="0" role="group" aria-label=${title}><table>
    <thead><tr><td></td>${kinds.map((kind) => html`<th scope="col" key=${kind}>${sign ? html`${sign(kind)}<span class="unseen">${identityName(kind, words)}</span>` : identityName(kind, words)}</th>`)}</tr></thead>
    <tbody>${seats.map(
      (other) => html`<tr key=${other}><th scope="row"><${SeatBadge} seat=${other} /> ${names[other]}</th>
      ${kinds.map((kind) => {
        const one = open.find((belief) => belief.seat === other && belief.kind === kind);
        return html`<td key=${kind} class=${one ? "" : "story-nothing"} style=${{ "--sure": one?.share ?? 0 }}
          title=${one ? t("beliefs.fits", { share: Math.round(one.fits * 100) }) : ""}>${one ? Math.round(one.share * 100) : "–"}</td>`;
      })}</tr>`,
    )}</tbody></table></div></section>`;
}
