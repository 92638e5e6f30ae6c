// The rules of the game, opened at the one that matters now.
import { html, useEffect, useRef, useState } from "/dom.js";
import { Dialog, Waiting } from "/parts/frame.js";
import { language, t } from "/texts.js";

/** @param {{game: string, rule: string, live: boolean, close: () => void}} props `live`: time does not wait for who reads */
export function Help({ game, rule, live, close }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [tongue, setTongue] = useState(language.value);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    fetch(`/games/${game}/rules/${language.value}.md`)
      .then((answer) => {
        setTongue(answer.headers.get("content-language") ?? "en");
        return answer.text();
      })
      .then(setText)
      .catch(() => setText(t("error.no-connection")));
  }, [game]);
  useEffect(() => {
    place.current?.querySelector(".rule-now")?.scrollIntoView({ block: "center" });
  }, [text, rule]);
  return html`<${Dialog} title=${t("rules")} close=${close} wide>
    ${live ? html`<p class="faint">${t("live.on")}</p>` : null}
    ${live ? null : html`<p class="faint">${t("film.keys")}</p>`}
    ${tongue === language.value ? null : html`<p class="faint">${t("rules.english")}</p>`}
    <div class="rules" ref=${place} lang=${tongue} tabindex="0" role="group" aria-label=${t("rules")}>${text === null ? html`<${Waiting} text=${t("loading")} />` : sections(text).map((part, number) => draw(part, number, rule))}</div>
  <//>`;
}

/** @typedef {{kind: "heading", level: number, text: string} | {kind: "rule", number: string, text: string} | {kind: "text", text: string} | {kind: "table", rows: string[][]}} Part */

/** The parts of a rules file; what is for programs (the notation) is left out. @param {string} text @returns {Part[]} */
function sections(text) {
  /** @type {Part[]} */
  const parts = [];
  let leaving = false;
  for (const line of text.split("\n")) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      leaving = /^notation/i.test(heading[2]);
      if (!leaving && heading[1].length > 1)
        parts.push({ kind: "heading", level: heading[1].length, text: heading[2] });
      continue;
    }
    if (leaving || !line.trim()) continue;
    const rule = /^\s*-\s+([A-Z]\d+)\s+(.*)$/.exec(line);
    const last = parts.at(-1);
    if (rule) parts.push({ kind: "rule", number: rule[1], text: rule[2] });
    else if (line.startsWith("|")) {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (last?.kind === "table") last.rows.push(cells);
      else parts.push({ kind: "table", rows: [cells] });
    } else parts.push({ kind: "text", text: line.replace(/^\s*-\s+/, "") });
  }
  return parts;
}

/** @param {Part} part @param {number} key @param {string} now */
function draw(part, key, now) {
  if (part.kind === "heading") return html`<h3 key=${key}>${inline(part.text)}</h3>`;
  if (part.kind === "rule") {
    const here = part.number === now;
    return html`<p key=${key} class=${`rule ${here ? "rule-now" : ""}`} aria-current=${here ? "true" : undefined}><b class="rule-number">${part.number}</b><span>${inline(part.text)}</span></p>`;
  }
  if (part.kind === "table") {
    const [head, ...rows] = part.rows;
    return html`<div class="rules-table" key=${key} tabindex="0" role="group" aria-label=${t("rules")}><table><thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr class=${cells[0] === now ? "rule-now" : ""}>${cells.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
  }
  return html`<p key=${key} class="faint">${inline(part.text)}</p>`;
}

/** Bold, slanted, and words of the notation. @param {string} text */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith("**")) return html`<strong>${piece.slice(2, -2)}</strong>`;
    if (piece.startsWith("*")) return html`<em>${piece.slice(1, -1)}</em>`;
    if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece;
  });
}
