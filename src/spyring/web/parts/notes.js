// What I think of whom: a grid of suspicions and a text, kept at the table for this seat alone.
import { html, useEffect, useRef, useState } from "/dom.js";
import { goAmong } from "/kit/keys.js";
import { SeatBadge } from "/parts/seats.js";
import { t } from "/texts.js";

const MARKS = /** @type {const} */ (["", "yes", "maybe", "no"]);
const SIGNS = { "": "", yes: "●", maybe: "?", no: "×" };
const PAUSE = 1000; // in writing, before what is written is sent
const LONGEST = 1000; // letters

/** @param {number | string} row @param {string[]} names */
function rowName(row, names) {
  return names[Number(row)] ?? String(row);
}

/**
 * What a seat may be, in words.
 * @param {number | string} column
 * @param {import("/texts.js").Translate} words
 */
export function identityName(column, words) {
  const key = [`identity.${column}`, `agent.${column}`, String(column)].find((one) => words(one) !== one);
  return key ? words(key) : String(column);
}

/**
 * A mark in words: whom, as what, and how surely.
 * @param {string} cell
 * @param {string} mark
 * @param {string[]} names
 * @param {import("/texts.js").Translate} words
 */
export function markName(cell, mark, names, words) {
  const [row, ...column] = cell.split(" ");
  return t("notes.mark", {
    name: rowName(row, names),
    what: identityName(column.join(" "), words),
    mark: t(`notes.${mark || "blank"}`),
  });
}

/**
 * @param {{link: import("/link.js").Link, board: import("/games.js").Board, view: import("/games.js").View, names: string[],
 *   words: import("/texts.js").Translate, over: boolean}} props
 */
export function NotesPanel({ link, board, view, names, words, over }) {
  const suspects = board.suspects(view);
  const { Evidence } = board;
  const evidence =
    Evidence &&
    html`<${Evidence} told=${link.film.told.value} view=${view} names=${names} t=${words} Badge=${SeatBadge} />`;
  if (link.seat.value === null)
    return html`<div class="notes"><p class="faint">${t("notes.seat")}</p>${evidence}</div>`;
  const { marks } = link.notes.value;
  const { rows, columns, sign, own } = suspects;
  const turn = (/** @type {string} */ cell) =>
    link.note({
      marks: { [cell]: MARKS[(MARKS.findIndex((mark) => mark === (marks[cell] ?? "")) + 1) % MARKS.length] },
    });
  return html`<div class="notes">
    ${
      rows.length && columns.length
        ? html`<div class="notes-scroll" tabindex="0" role="group" aria-label=${t("notes")} onKeyDown=${goAmong}><table><thead><tr><td></td>${columns.map((one) => html`<th scope="col" key=${one} class=${sign ? "notes-sign" : ""}>${sign ? html`${sign(one)}<span class="unseen">${identityName(one, words)}</span>` : identityName(one, words)}</th>`)}</tr></thead>
          <tbody>${rows.map(
            (row) =>
              html`<tr key=${row}><th scope="row">${rowName(row, names)}</th>${columns.map((column) => {
                if (column === own)
                  return html`<td key=${column} class="notes-own"><span aria-hidden="true">–</span></td>`;
                const cell = `${row} ${column}`;
                const mark = /** @type {keyof typeof SIGNS} */ (marks[cell] ?? "");
                return html`<td key=${column}><button class=${`notes-cell notes-${mark || "blank"}`} disabled=${over} onClick=${() => turn(cell)}
              aria-label=${markName(cell, mark, names, words)}>${SIGNS[mark]}</button></td>`;
              })}</tr>`,
          )}</tbody></table></div>`
        : null
    }
    ${evidence}
    <${FreeText} link=${link} over=${over} />
    <p class="faint">${t(over ? "notes.over" : "notes.where")}</p>
  </div>`;
}

/** @param {{link: import("/link.js").Link, over: boolean}} props */
function FreeText({ link, over }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null)); // null: nothing that is not sent yet
  const unsent = useRef(draft);
  const timer = useRef(0);
  const send = () => {
    clearTimeout(timer.current);
    if (unsent.current === null) return;
    link.note({ text: unsent.current });
    unsent.current = null;
    setDraft(null);
  };
  const write = (/** @type {string} */ text) => {
    unsent.current = text;
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(send, PAUSE);
  };
  useEffect(() => {
    addEventListener("pagehide", send);
    return () => {
      removeEventListener("pagehide", send);
      send();
    };
  }, []);
  return html`<label>${t("notes.free")}<textarea rows="5" maxlength=${LONGEST} readonly=${over} value=${draft ?? link.notes.value.text} onBlur=${send}
    onInput=${(/** @type {any} */ event) => write(event.target.value)}></textarea></label>`;
}
