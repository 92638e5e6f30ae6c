// What I think of whom: a grid of suspicions, kept on this device.
import { html, useState } from "/dom.js";
import { keep, recall } from "/device.js";
import { t } from "/texts.js";

const MARKS = ["", "yes", "maybe", "no"];
const SIGNS = { "": "", yes: "●", maybe: "?", no: "×" };

/**
 * @param {{table: string, suspects: {rows: (number | string)[], columns: (number | string)[]}, names: string[],
 *   words: import("/texts.js").Translate}} props
 */
export function NotesPanel({ table, suspects, names, words }) {
  const place = `notes.${table}`;
  const [notes, setNotes] = useState(() => ({ marks: {}, text: "", ...recall(place, {}) }));
  const save = (/** @type {any} */ now) => { setNotes(now); keep(place, now); };
  const turn = (/** @type {string} */ cell) => {
    const next = MARKS[(MARKS.indexOf(notes.marks[cell] ?? "") + 1) % MARKS.length];
    save({ ...notes, marks: { ...notes.marks, [cell]: next } });
  };
  const { rows, columns } = suspects;
  const rowName = (/** @type {number | string} */ row) => (typeof row === "number" ? names[row] : row);
  const columnName = (/** @type {number | string} */ column) => {
    const key = [`identity.${column}`, `agent.${column}`, String(column)].find((one) => words(one) !== one);
    return key ? words(key) : String(column);
  };
  return html`<div class="notes">
    ${rows.length && columns.length
      ? html`<div class="notes-scroll" tabindex="0" role="group" aria-label=${t("notes")}><table><thead><tr><td></td>${columns.map((one) => html`<th scope="col" key=${one}>${columnName(one)}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => html`<tr key=${row}><th scope="row">${rowName(row)}</th>${columns.map((column) => {
            const cell = `${row} ${column}`;
            const mark = /** @type {keyof typeof SIGNS} */ (notes.marks[cell] ?? "");
            return html`<td key=${column}><button class=${`notes-cell notes-${mark || "blank"}`} onClick=${() => turn(cell)}
              aria-label=${`${rowName(row)}, ${columnName(column)}: ${t(`notes.${mark || "blank"}`)}`}>${SIGNS[mark]}</button></td>`;
          })}</tr>`)}</tbody></table></div>`
      : null}
    <label>${t("notes.free")}<textarea rows="5" value=${notes.text} onInput=${(/** @type {any} */ event) => save({ ...notes, text: event.target.value })}></textarea></label>
    <p class="faint">${t("notes.where")}</p>
  </div>`;
}
