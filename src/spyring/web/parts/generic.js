// The board of a game that has none of its own: the view as text, the legal actions as buttons.
import { html, useMemo, useRef, useState } from "/dom.js";
import { stepRound } from "/kit/keys.js";
import { t } from "/texts.js";

const FEW = 8; // actions that need no folding
const MOST = 60; // buttons at once; more are found by typing
const READ = 700; // ms for what another seat did; always the same, as nothing here says who was told a line
const KNOWN = ["game", "seats", "options", "seat", "phase", "active", "waiting"];
const AHEAD = ["plays", "reach"]; // what every act would lead to: for boards that draw it, and hundreds of words here

/** @type {string[]} */
const NOBODY = [];

/**
 * @param {import("/kit/types.js").BoardProps<import("/wire.js").Heading> & Pick<Partial<import("/games.js").Board>, "say" | "account" | "deed">} props
 *   the last three are the game's own, where it has words
 */
export default function Board({
  view,
  seat,
  legal,
  act,
  names,
  t: words,
  hidden,
  peek,
  say: told = say,
  account,
  deed,
}) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  if (!view) return null;
  // The button that is pressed goes away: who plays by keys goes on from here, not from the top of the page.
  const send = (/** @type {string} */ text) => {
    act(text);
    place.current?.focus({ preventScroll: true });
  };
  const covered = hidden && !peek && seat !== null;
  return html`<div class="generic" ref=${place} tabindex="-1">
    ${legal.length ? html`<${Actions} legal=${legal} act=${send} name=${(/** @type {string} */ text) => deed?.(text, view, seat, words, names) ?? (seat === null || told === say ? null : told([seat, text], words, names, view))} words=${words} />` : null}
    ${
      covered
        ? html`<p class="generic-covered">${t("covered")}</p>`
        : account
          ? html`<div class="generic-view generic-account">${account(view, seat, words, names)
              .filter(({ lines }) => lines.length > 0)
              .map(
                ({ title, lines }, number) =>
                  html`<div key=${number}><h3>${title}</h3><ul>${lines.map((line, place) => html`<li key=${place}>${line}</li>`)}</ul></div>`,
              )}</div>`
          : html`<dl class="generic-view">${Object.entries(view)
              .filter(([key, value]) => ![...KNOWN, ...AHEAD].includes(key) && value !== null)
              .map(
                ([key, value]) =>
                  html`<div key=${key}><dt>${wordOf(key)}</dt><dd><${Value} value=${value} names=${names} words=${words} /></dd></div>`,
              )}</dl>`
    }
  </div>`;
}

/** @typedef {{text: string, label: string}} Act */

/**
 * What acts would be called in the log, in the reader's language; where the log keeps something back, the act adds it.
 * @param {string[]} legal @param {(text: string) => string | null} name @param {import("/texts.js").Translate} words
 * @returns {Act[]}
 */
function named(legal, name, words) {
  const said = legal.map(name);
  return legal.map((text, place) => {
    const own = said[place];
    const spelt = text
      .split(" ")
      .map((word) => valueName(word, words))
      .join(" ");
    if (!own) return { text, label: spelt };
    return { text, label: said.indexOf(own) === said.lastIndexOf(own) ? own : `${own} (${spelt})` };
  });
}

/** @param {{legal: string[], act: (text: string) => void, name: (text: string) => string | null, words: import("/texts.js").Translate}} props */
function Actions({ legal, act, name, words }) {
  const [wanted, setWanted] = useState("");
  const groups = useMemo(() => group(named(legal, name, words)), [legal.join("\n"), words]);
  const looked = wanted.toLowerCase().split(/\s+/);
  const fits = (/** @type {Act} */ one) => looked.every((word) => one.label.toLowerCase().includes(word));
  const button = (/** @type {Act} */ one) =>
    html`<button key=${one.text} class="generic-act" data-act=${one.text} onClick=${() => act(one.text)}>${one.label}</button>`;
  return html`<section class="generic-acts" aria-label=${t("actions")} onKeyDown=${arrows}>
    ${
      legal.length > MOST
        ? html`<label class="generic-find">${t("generic.find", { count: legal.length })}
          <input value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>`
        : null
    }
    ${groups.map(({ key, title, acts }) => {
      const fitting = acts.filter(fits);
      if (fitting.length === 0) return null;
      if (groups.length === 1 || acts.length <= FEW)
        return html`<div class="generic-row" key=${key}>${fitting.slice(0, MOST).map(button)}</div>`;
      return html`<details key=${key} open=${wanted !== ""}><summary>${title}… <span class="faint">${fitting.length}</span></summary>
        <div class="generic-row">${fitting.slice(0, MOST).map(button)}</div></details>`;
    })}
  </section>`;
}

/** The arrows lead from one act, or one group of them, to the next that is in sight. @param {KeyboardEvent} event */
function arrows(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const stops = /** @type {HTMLElement[]} */ ([
    ...list.querySelectorAll("summary, details[open] button, section > .generic-row > button"),
  ]);
  const from = /** @type {HTMLElement} */ (event.target);
  const next = stops.includes(from) ? stepRound(event.key, stops, from) : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * By what they begin with: the first word of the notation, and where those are many the second, too. A group is
 * called by the words with which the sentences of all its acts begin.
 * @param {Act[]} acts
 * @returns {{key: string, title: string, acts: Act[]}[]}
 */
function group(acts) {
  const by = (/** @type {Act[]} */ all, /** @type {number} */ words) => {
    /** @type {Map<string, Act[]>} */
    const groups = new Map();
    for (const one of all) {
      const key = one.text.split(" ").slice(0, words).join(" ");
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups].map(([key, found]) => ({
      key,
      title: beginning(found.map(({ label }) => label)) || wordOf(key),
      acts: found,
    }));
  };
  return by(acts, 1).flatMap((one) => {
    const finer = one.acts.length > FEW ? by(one.acts, 2) : [one];
    return finer.length < one.acts.length ? finer : [one]; // each alone would be no group
  });
}

/** The words with which all of them begin. @param {string[]} sentences */
function beginning(sentences) {
  const [first, ...others] = sentences.map((one) => one.split(" "));
  const end = first.findIndex((word, place) => others.some((other) => other[place] !== word));
  return first
    .slice(0, end < 0 ? first.length : end)
    .join(" ")
    .replace(/[.,:;]$/, "");
}

/** @param {string} key */
function wordOf(key) {
  return key.replaceAll("_", " ").replaceAll("-", " ");
}

/** What the game calls something: an agent, a card, a place. @param {string} word @param {import("/texts.js").Translate} words */
function valueName(word, words) {
  const found = ["identity.", "agent.", "card.", "building.", ""]
    .map((kind) => `${kind}${word}`)
    .find((key) => words(key) !== key && !words(key).includes("{")); // a sentence about it is no name
  return wordOf(found ? words(found) : word);
}

/** @param {{value: any, names: string[], words: import("/texts.js").Translate}} props */
function Value({ value, names, words }) {
  const name = (/** @type {unknown} */ one) =>
    typeof one === "string" ? valueName(one, words) : String(one);
  if (value === null) return html`<span class="faint">–</span>`;
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<span class="faint">–</span>`;
    if (value.every((one) => one === null || typeof one !== "object"))
      return html`${value.map((one) => (one === null ? "–" : name(one))).join(", ")}`;
    return html`<ol class="generic-list">${value.map(
      (one, number) => html`<li key=${number}>
      ${value.length === names.length && value.every(Array.isArray) ? html`<b>${names[number]}</b> ` : null}<${Value} value=${one} names=${NOBODY} words=${words} /></li>`,
    )}</ol>`;
  }
  if (typeof value === "object") {
    return html`<span class="generic-pairs">${Object.entries(value).map(([key, one]) => html`<span key=${key}><i>${name(key)}</i> <${Value} value=${one} names=${names} words=${words} /></span>`)}</span>`;
  }
  return html`${value === true ? t("yes") : value === false ? t("no") : name(value)}`;
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
