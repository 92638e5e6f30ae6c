// The board of Secrets: draws any view from nothing, and offers the legal actions it was sent. It knows no rules.
import { html, useEffect, useLayoutEffect, useRef, useState } from "/dom.js";
import { NOTHING, isOpen, options as optionsOf, pickCard, pickPlace, settled, undone } from "./choice.js";
import { Ending, Scores } from "./ending.js";
import { layout } from "./layout.js";
import { plan } from "./motion.js";
import { Choice, Closer, Knowledge } from "./panel.js";
import { Bubbles, Seats } from "./seats.js";
import { Table } from "./table.js";

export { claims } from "./claims.js";
export { mine, waiting } from "./knowledge.js";
export { ask, reasons, rule, say, suspects } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Line} Line */

const BESIDE = 880; // px of board from which the panel stands beside the table
const WIDE = 560; // px of table from which the wide picture is drawn
const LYING = "(orientation: landscape) and (max-height: 35rem)"; // a phone on its side: little height, so all beside
const LYING_FROM = 600;
const CLAIM_LASTS = 7000; // ms
const ANSWER_LASTS = 1500; // ms after which a refused act may be tried again

/**
 * @param {{view: View, seat: number | null, legal: string[], act: (text: string) => void, names: string[],
 *   t: import("./types.js").Translate, events: Line[], quiet?: boolean, hidden?: boolean,
 *   peek?: boolean, screen?: boolean, sound?: (name: string) => void}} props
 */
export default function Board({ view, seat = null, legal = [], act, names, t, events = [], quiet, hidden, peek, screen, sound }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(root);
  const lying = width >= LYING_FROM && width < BESIDE && matchMedia(LYING).matches;
  const beside = width >= BESIDE;
  const wide = lying || (beside ? width * 0.67 : width) >= WIDE;
  const where = layout(view.seats, seat ?? 0, wide);
  const covered = Boolean(hidden && !peek && view.phase !== "over");

  const options = optionsOf(legal, seat, view.seats);
  const question = `${view.turn} ${view.phase} ${legal.join()}`;
  const [choice, setChoice] = useState({ question, picks: NOTHING });
  const picks = choice.question === question ? settled(options, choice.picks) : NOTHING;
  const [looked, setLooked] = useState(/** @type {number | "centre" | null} */ (null));

  /** Every tap starts from the picks as they are by then, however fast the taps come. */
  const pick = (/** @type {(picks: import("./choice.js").Picks) => import("./choice.js").Picks} */ change) =>
    setChoice((now) => ({ question, picks: change(now.question === question ? settled(options, now.picks) : NOTHING) }));
  const isPickable = (/** @type {number | "centre"} */ place) => isOpen(options, place);
  const choosing = options.some((option) => option.places.length > 0);
  const onPlace = (/** @type {number | "centre"} */ place) => {
    if (!choosing) setLooked(looked === place ? null : place);
    else if (isPickable(place)) pick((now) => pickPlace(options, now, place));
  };
  const [sent, answer] = useSent(question);
  const send = (/** @type {string} */ text) => {
    if (legal.includes(text) && answer()) act(text);
  };

  useEscape(() => {
    if (looked !== null) setLooked(null);
    else pick(undone);
  });

  const { moves, beat } = useMoves(events, view, quiet, sound);
  const bubbles = useBubbles(events);
  const shared = { view, seat, names, t, covered, picks, options, isPickable, onPlace };
  const style = ["secrets", beside && "secrets-beside", lying && "secrets-lying", wide ? "secrets-wide" : "secrets-narrow", quiet && "secrets-still", screen && "secrets-screen"];
  const over = view.phase === "over";
  return html`<div class=${style.filter(Boolean).join(" ")} ref=${root}>
    <div class="secrets-hall">
      <div class="secrets-stage" style=${{ "--ratio": String(where.width / where.height), aspectRatio: `${where.width} / ${where.height}` }}>
        <${Table} where=${where} moves=${moves} beat=${beat} ...${shared} />
        <${Seats} where=${where} looked=${looked} ...${shared} />
        <${Bubbles} bubbles=${bubbles} where=${where} names=${names} t=${t} />
      </div>
    </div>
    <div class="secrets-panel">
      ${looked !== null && !choosing && html`<${Closer} place=${looked} onClose=${() => setLooked(null)} ...${shared} />`}
      ${over
        ? html`<${Ending} view=${view} names=${names} t=${t} />`
        : html`<${Choice} sending=${sent} onCard=${(/** @type {string} */ card) => pick((now) => pickCard(now, card))} onUndo=${() => pick(undone)} send=${send} ...${shared} />`}
    </div>
    <div class="secrets-aside">${over ? html`<${Scores} view=${view} names=${names} t=${t} />` : html`<${Knowledge} ...${shared} />`}</div>
  </div>`;
}

/** One answer to one question: a second tap sends nothing, unless the first was left without effect for a while. */
function useSent(/** @type {string} */ question) {
  const [sent, setSent] = useState("");
  const last = useRef("");
  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => {
      last.current = "";
      setSent("");
    }, ANSWER_LASTS);
    return () => clearTimeout(timer);
  }, [sent]);
  const answer = () => {
    if (last.current === question) return false;
    last.current = question;
    setSent(question);
    return true;
  };
  return /** @type {[boolean, () => boolean]} */ ([sent === question, answer]);
}

/** Escape undoes, wherever the focus is. */
function useEscape(/** @type {() => void} */ undo) {
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && latest.current();
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** The width of the board, which decides how it is laid out. */
function useWidth(/** @type {{current: HTMLElement | null}} */ root) {
  const [width, setWidth] = useState(() => Math.min(window.innerWidth, document.documentElement.clientWidth || window.innerWidth));
  useLayoutEffect(() => {
    const board = root.current;
    if (!board) return undefined;
    const measure = () => setWidth(Math.round(board.getBoundingClientRect().width));
    measure(); // before anything is painted
    const watch = new ResizeObserver(measure);
    watch.observe(board);
    return () => watch.disconnect();
  }, []);
  return width;
}

/** What moves to reach this view; the same until other things have happened. */
function useMoves(/** @type {Line[]} */ events, /** @type {View} */ view, /** @type {boolean | undefined} */ quiet, /** @type {((name: string) => void) | undefined} */ sound) {
  const last = useRef({ events, view: /** @type {any} */ (null), moves: /** @type {any} */ (null), beat: 0 });
  const now = last.current;
  if (now.events !== events || now.view !== view) {
    const fresh = now.events !== events && events.some(([, text]) => !text.startsWith("say "));
    if (fresh) {
      now.moves = quiet ? null : plan(events, now.view, view);
      now.beat += 1;
    } else if (now.view?.turn !== view.turn || now.view?.phase !== view.phase) now.moves = null;
    now.events = events;
    now.view = view;
  }
  useEffect(() => {
    if (now.beat && sound) sound(view.phase === "over" ? "scoring" : "card");
  }, [now.beat]);
  return now;
}

/** The claims of the last seconds, the latest of each seat. */
function useBubbles(/** @type {Line[]} */ events) {
  const [bubbles, setBubbles] = useState(/** @type {{id: number, seat: number, text: string}[]} */ ([]));
  const count = useRef(0);
  const timers = useRef(/** @type {any[]} */ ([]));
  useEffect(() => {
    const claims = events
      .filter(([, text]) => text.startsWith("say "))
      .map(([seat, text]) => ({ id: (count.current += 1), seat: Number(seat), text }));
    if (!claims.length) return;
    const seats = claims.map((claim) => claim.seat);
    const latest = claims.filter((claim, number) => seats.lastIndexOf(claim.seat) === number);
    setBubbles((shown) => [...shown.filter((bubble) => !seats.includes(bubble.seat)), ...latest]);
    timers.current.push(setTimeout(() => setBubbles((shown) => shown.filter((bubble) => !latest.includes(bubble))), CLAIM_LASTS));
  }, [events]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return bubbles;
}
