// A replay together: whoever leads moves everybody's board, anybody may look around alone, and words stay at their line.

import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { Link } from "/link.js";
import { Icon } from "/parts/icons.js";
import { SeatBadge } from "/parts/seats.js";
import { t } from "/texts.js";

const BETWEEN = 500; // ms from one place that is sent to the next
const LONGEST = 280; // letters
const POINTER = "☞"; // at a line, without a word

/** @typedef {import("/parts/replay.js").Place} Place */

/** The table of a replay, while somebody looks at it. @param {string} table none: a game file @param {string} ticket @returns {Link | null} */
export function useTable(table, ticket) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  useEffect(() => {
    if (!table) return undefined;
    const made = new Link(table, ticket);
    setLink(made);
    return () => made.end();
  }, [table, ticket]);
  return link;
}

/**
 * Lead, or be led. `move` is for one's own steps: who takes one leaves the others, or leads them there.
 * @param {Link | null} link @param {Place} place @param {(place: Place) => void} go
 */
export function useLeading(link, place, go) {
  const led = link?.info.value?.led ?? null;
  const seat = link?.seat.value ?? null;
  const leads = led !== null && led.seat === seat;
  const [alone, setAlone] = useState(false);
  const last = useRef(0);
  const timer = useRef(0);
  const where = useRef(place);
  where.current = place;
  const tell = () => {
    clearTimeout(timer.current);
    const wait = last.current + BETWEEN - Date.now();
    if (wait > 0) timer.current = setTimeout(tell, wait);
    else {
      last.current = Date.now();
      link?.lead(where.current.at, where.current.eyes);
    }
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (led && !leads && !alone) go({ at: led.line, eyes: led.eyes });
  }, [led?.line, led?.eyes, led?.seat, leads, alone]);
  useEffect(() => {
    if (!led) setAlone(false); // the next one who leads finds everybody there
  }, [led === null]);
  return {
    led,
    leads,
    alone,
    seat,
    move: (/** @type {Place} */ to) => {
      go(to);
      where.current = to;
      if (leads) tell();
      else if (led) setAlone(true);
    },
    lead: (/** @type {boolean} */ on) => {
      clearTimeout(timer.current);
      if (on) tell();
      else link?.lead(null, "");
    },
    follow: () => setAlone(false),
  };
}

/** Who leads, and what one can do about it. @param {{leading: ReturnType<typeof useLeading>, names: string[]}} props */
export function Leading({ leading: { led, leads, alone, seat, lead, follow }, names }) {
  if (!led && seat === null) return null;
  return html`<p class="together" role="status">
    ${led && !leads ? html`<span><${SeatBadge} seat=${led.seat} /> ${t(alone ? "together.alone" : "together.led", { name: names[led.seat] })}</span>` : null}
    ${led && !leads && alone ? html`<button onClick=${follow}>${t("together.follow", { name: names[led.seat] })}</button>` : null}
    ${seat === null ? null : html`<button aria-pressed=${leads} onClick=${() => lead(!leads)}><${Icon} name="screen" />${t(leads ? "together.stop" : "together.lead")}</button>`}
  </p>`;
}

/** What was said about lines of the game, in their order. @param {import("/link.js").Told[]} told */
const saidOf = (told) =>
  told
    .flatMap((one, key) =>
      "said" in one && typeof one.line === "number" ? [{ ...one, line: one.line, key }] : [],
    )
    .sort((one, other) => one.line - other.line || one.key - other.key);

/** The lines that somebody has said something about, or pointed at. @param {Link | null} link @returns {Set<number>} */
export function useMarks(link) {
  const told = link?.told.value;
  return useMemo(() => new Set(saidOf(told ?? []).map(({ line }) => line)), [told]);
}

/** @param {{link: Link, at: number, go: (line: number) => void}} props */
export function Words({ link, at, go }) {
  const [draft, setDraft] = useState("");
  const told = link.told.value;
  const said = useMemo(() => saidOf(told), [told]);
  const mine = link.seat.value !== null && link.info.value?.talk;
  if (said.length === 0 && !mine) return null;
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!draft.trim()) return;
    link.say(draft.trim(), at);
    setDraft("");
  };
  return html`<section class="together-words" aria-label=${t("together.words")}><h2>${t("together.words")}</h2>
    <ol>${said.map(
      ({
        key,
        seat,
        name,
        said: text,
        line,
      }) => html`<li key=${key}><button class="plain" aria-current=${line === at ? "step" : undefined} onClick=${() => go(line)}>
      <span class="faint">${line}</span> <${SeatBadge} seat=${seat} /> <b>${name}</b> <span>${text}</span></button></li>`,
    )}</ol>
    ${
      mine
        ? html`<form class="talk-form" onSubmit=${send}><label class="unseen" for="together-say">${t("together.say", { line: at })}</label>
        <input id="together-say" value=${draft} maxlength=${LONGEST} autocomplete="off" placeholder=${t("together.say", { line: at })} onInput=${(/** @type {any} */ event) => setDraft(event.target.value)} />
        <button>${t("talk.send")}</button>
        <button type="button" title=${t("together.point", { line: at })} aria-label=${t("together.point", { line: at })} onClick=${() => link.say(POINTER, at)}>${POINTER}</button></form>`
        : null
    }</section>`;
}
