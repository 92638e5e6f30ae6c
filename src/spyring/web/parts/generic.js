// The board of a game that has none of its own: the view as text, the legal actions as buttons.
import { html, useMemo, useState } from "/dom.js";
import { t } from "/texts.js";

const FEW = 8; // actions that need no folding
const MOST = 60; // buttons at once; more are found by typing
const READ = 700; // ms for what another seat did; always the same, as nothing here says who was told a line
const KNOWN = ["game", "seats", "options", "seat", "phase", "active", "waiting"];

/** @type {string[]} */
const NOBODY = [];

/** @param {import("/kit/types.js").BoardProps<import("/wire.js").Heading>} props */
export default function Board({ view, seat, legal, act, names, hidden, peek }) {
  if (!view) return null;
  const covered = hidden && !peek && seat !== null;
  return html`<div class="generic">
    ${legal.length ? html`<${Actions} legal=${legal} act=${act} />` : null}
    ${
      covered
        ? html`<p class="generic-covered">${t("covered")}</p>`
        : html`<dl class="generic-view">${Object.entries(view)
            .filter(([key, value]) => !KNOWN.includes(key) && value !== null)
            .map(
              ([key, value]) =>
                html`<div key=${key}><dt>${wordOf(key)}</dt><dd><${Value} value=${value} names=${names} /></dd></div>`,
            )}</dl>`
    }
  </div>`;
}

/** @param {{legal: string[], act: (text: string) => void}} props */
function Actions({ legal, act }) {
  const [wanted, setWanted] = useState("");
  const groups = useMemo(() => group(legal), [legal.join("\n")]);
  const fits = (/** @type {string} */ text) =>
    wanted
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word));
  const button = (/** @type {string} */ text) =>
    html`<button key=${text} class="generic-act" onClick=${() => act(text)}>${text}</button>`;
  return html`<section class="generic-acts" aria-label=${t("actions")}>
    ${
      legal.length > MOST
        ? html`<label class="generic-find">${t("generic.find", { count: legal.length })}
          <input value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>`
        : null
    }
    ${groups.map(([word, texts]) => {
      const fitting = texts.filter(fits);
      if (fitting.length === 0) return null;
      if (groups.length === 1 || texts.length <= FEW)
        return html`<div class="generic-row" key=${word}>${fitting.slice(0, MOST).map(button)}</div>`;
      return html`<details key=${word} open=${wanted !== "" || groups.length === 1}><summary>${wordOf(word)} <span class="faint">${texts.length}</span></summary>
        <div class="generic-row">${fitting.slice(0, MOST).map(button)}</div></details>`;
    })}
  </section>`;
}

/** By their first word. @param {string[]} legal @returns {[string, string[]][]} */
function group(legal) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const text of legal) {
    const word = text.split(" ")[0];
    groups.set(word, [...(groups.get(word) ?? []), text]);
  }
  return [...groups.entries()];
}

/** @param {string} key */
function wordOf(key) {
  return key.replaceAll("_", " ").replaceAll("-", " ");
}

/** @param {{value: any, names: string[]}} props */
function Value({ value, names }) {
  if (value === null) return html`<span class="faint">–</span>`;
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<span class="faint">–</span>`;
    if (value.every((one) => one === null || typeof one !== "object"))
      return html`${value.map((one) => (one === null ? "–" : String(one))).join(", ")}`;
    return html`<ol class="generic-list">${value.map(
      (one, number) => html`<li key=${number}>
      ${value.length === names.length && value.every(Array.isArray) ? html`<b>${names[number]}</b> ` : null}<${Value} value=${one} names=${NOBODY} /></li>`,
    )}</ol>`;
  }
  if (typeof value === "object") {
    return html`<span class="generic-pairs">${Object.entries(value).map(([key, one]) => html`<span key=${key}><i>${wordOf(key)}</i> <${Value} value=${one} names=${names} /></span>`)}</span>`;
  }
  return html`${value === true ? t("yes") : value === false ? t("no") : String(value)}`;
}

/** @param {import("/link.js").Line} line @param {any} _ @param {string[]} names */
export function say([actor, text], _, names) {
  return actor === "chance" ? text : `${names[actor]}: ${text}`;
}

/** @param {import("/wire.js").Heading | null} view @param {string[]} _legal @param {number | null} seat @param {any} _ @param {string[]} names */
export function ask(view, _legal, seat, _, names) {
  if (!view) return "";
  if (seat !== null && view.waiting.includes(seat)) return t("turn.mine");
  if (view.phase === "over") return t("phase.over");
  return typeof view.active === "number" ? t("turn.of", { name: names[view.active] }) : t("turn.wait");
}

/** @param {import("/link.js").Line[]} events @param {any} _before @param {any} _view @param {number | null} seat */
export function lasts(events, _before, _view, seat) {
  return events.every(([actor]) => actor === seat) ? 0 : READ;
}

export function rule() {
  return "";
}

/** @param {any} view @param {any} _ @param {string[]} names @returns {string[]} */
export function reasons(view, _, names) {
  const scores = view?.scores;
  if (!scores) return [];
  return Object.entries(scores).map(
    ([who, points]) => `${Array.isArray(scores) ? names[Number(who)] : who}: ${points}`,
  );
}

/** @param {any} _ @returns {{rows: (number | string)[], columns: (number | string)[]}} */
export function suspects(_) {
  return { rows: [], columns: [] };
}
