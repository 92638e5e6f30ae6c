// The board of Secrets: draws any view from nothing, and offers the legal actions it was sent. It knows no rules.
import { html, useEffect, useLayoutEffect, useRef, useState } from "/dom.js";
import { isOpen, NOTHING, options as optionsOf, pickCard, pickPlace, settled, undone } from "./choice.js";
import { Ending, Scores } from "./ending.js";
import { knowledge } from "./knowledge.js";
import { layout } from "./layout.js";
import { MOST, plan } from "./motion.js";
import { Aim, Choice, Closer, Knowledge } from "./panel.js";
import { Bubbles, Seats, Sights } from "./seats.js";
import { Table } from "./table.js";

export { claims } from "./claims.js";
export { ask, reasons, rule, say, suspects, truth } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Line} Line */

const BESIDE = 880; // px of board from which the panel stands beside the table
const WIDE = 560; // px of table from which the wide picture is drawn
const LYING = "(orientation: landscape) and (max-height: 35rem)"; // a phone on its side: little height, so all beside
const LYING_FROM = 540;
const BROAD = "(orientation: landscape)"; // a window that is broad for its height: below the table the panel would be out of sight
const BROAD_FROM = 640;
const CLAIM_LASTS = 5000; // ms
const SIGHT_LASTS = 3500;
const SLIP = 250; // ms in which a tap was meant for what stood there before
const ANSWER_LASTS = 1500; // ms after which a refused act may be tried again

/**
 * @param {{view: View, seat: number | null, legal: string[], act: (text: string) => void, names: string[],
 *   t: import("./types.js").Translate, events: Line[], quiet?: boolean, hidden?: boolean,
 *   peek?: boolean, screen?: boolean, sound?: (name: string) => void}} props
 */
export default function Board({
  view,
  seat = null,
  legal = [],
  act,
  names,
  t,
  events = [],
  quiet,
  hidden,
  peek,
  screen,
  sound,
}) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(root);
  const lying = width >= LYING_FROM && width < BESIDE && matchMedia(LYING).matches;
  const broad = !lying && width >= BROAD_FROM && width < BESIDE && matchMedia(BROAD).matches;
  const beside = broad || width >= BESIDE;
  const small = lying || broad;
  const wide = small || (beside ? width * 0.67 : width) >= WIDE;
  const where = layout(
    view.seats,
    seat ?? 0,
    wide,
    small,
    view.ends_at,
    Math.max(...view.displays.map((display) => display.length)),
  );
  const over = view.phase === "over";
  const covered = Boolean(hidden && !peek && !over);

  const options = optionsOf(legal, seat, view.seats);
  const question = `${view.turn} ${view.phase} ${legal.join()}`;
  const [choice, setChoice] = useState({ question, picks: NOTHING });
  const picks = choice.question === question ? settled(options, choice.picks) : NOTHING;
  const [barred, setBarred] = useState(""); // the question to which an impossible place was tapped
  const [looked, setLooked] = useState(/** @type {number | "centre" | null} */ (null));

  /** Every tap starts from the picks as they are by then, however fast the taps come. */
  const pick = (/** @type {(picks: import("./choice.js").Picks) => import("./choice.js").Picks} */ change) =>
    setChoice((now) => ({
      question,
      picks: change(now.question === question ? settled(options, now.picks) : NOTHING),
    }));
  const isPickable = (/** @type {number | "centre"} */ place) => isOpen(options, place);
  const choosing = options.some((option) => option.places.length > 0);
  const onPlace = (/** @type {number | "centre"} */ place) => {
    if (!choosing) setLooked(looked === place ? null : place);
    else if (isPickable(place)) pick((now) => pickPlace(options, now, place));
    setBarred(choosing && !isPickable(place) ? question : "");
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
  const sights = useSights(events, view);
  const shared = { view, seat, names, t, covered, picks, options, isPickable, onPlace };
  const style = [
    "secrets",
    beside && "secrets-beside",
    lying && "secrets-lying",
    small && "secrets-reduced",
    (lying || !wide) && "secrets-phone",
    wide ? "secrets-wide" : "secrets-narrow",
    over && "secrets-over",
    quiet && "secrets-still",
    screen && "secrets-screen",
  ];
  return html`<div class=${style.filter(Boolean).join(" ")} ref=${root}>
    <div class="secrets-hall">
      <div class="secrets-stage" style=${{ "--ratio": String(where.width / where.height), aspectRatio: `${where.width} / ${where.height}` }}>
        <${Table} where=${where} moves=${moves} beat=${beat} ...${shared} />
        <${Seats} where=${where} looked=${looked} moves=${moves} ...${shared} />
        <${Bubbles} bubbles=${bubbles} where=${where} names=${names} t=${t} />
        ${!covered && html`<${Sights} sights=${sights} where=${where} seat=${seat} names=${names} t=${t} />`}
      </div>
    </div>
    <div class="secrets-panel">
      ${looked !== null && !choosing && html`<${Closer} place=${looked} onClose=${() => setLooked(null)} ...${shared} />`}
      ${
        over
          ? html`<${Ending} view=${view} names=${names} t=${t} />`
          : html`<${Choice} sending=${sent} barred=${barred === question} onCard=${(/** @type {string} */ card) => pick((now) => pickCard(now, card))} onUndo=${() => pick(undone)} send=${send} ...${shared} />`
      }
    </div>
    ${!over && html`<${Aim} view=${view} t=${t} />`}
    <div class="secrets-aside">${over ? html`<${Scores} view=${view} names=${names} t=${t} />` : html`<${Knowledge} ...${shared} />`}</div>
  </div>`;
}

/**
 * One answer to one question: a second tap sends nothing, unless the first was left without effect for a while.
 * Nor does a tap that came with the question: its button may just have taken the place of another.
 */
function useSent(/** @type {string} */ question) {
  const [sent, setSent] = useState("");
  const last = useRef("");
  const asked = useRef({ question: "", at: 0 });
  if (asked.current.question !== question) asked.current = { question, at: performance.now() };
  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => {
      last.current = "";
      setSent("");
    }, ANSWER_LASTS);
    return () => clearTimeout(timer);
  }, [sent]);
  const answer = () => {
    if (last.current === question || performance.now() < asked.current.at + SLIP) return false;
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
  const [width, setWidth] = useState(() =>
    Math.min(window.innerWidth, document.documentElement.clientWidth || window.innerWidth),
  );
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
function useMoves(
  /** @type {Line[]} */ events,
  /** @type {View} */ view,
  /** @type {boolean | undefined} */ quiet,
  /** @type {((name: string) => void) | undefined} */ sound,
) {
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

/** The tokens that I was shown in the last seconds: however the table goes on, there is time to see them. */
function useSights(/** @type {Line[]} */ events, /** @type {View} */ view) {
  const [sights, setSights] = useState(
    /** @type {{place: import("./types.js").Place, team: string, mine: boolean}[]} */ ([]),
  );
  useEffect(() => {
    if (events.length > MOST) return undefined; // I was away
    const seen = events
      .filter(([, text]) => text.startsWith("sees "))
      .map(([, text]) => {
        const [, word, team] = text.split(" ");
        const place = /** @type {import("./types.js").Place} */ (word === "centre" ? word : Number(word));
        return { place, team, mine: knowledge(view).get(place)?.mine ?? place !== "centre" };
      });
    if (seen.length) setSights(seen);
  }, [events]);
  useEffect(() => {
    const timer = setTimeout(() => setSights([]), SIGHT_LASTS);
    return () => clearTimeout(timer);
  }, [sights]);
  return sights;
}

/** The claims of the last seconds, the latest of each seat. */
function useBubbles(/** @type {Line[]} */ events) {
  const [bubbles, setBubbles] = useState(/** @type {{id: number, seat: number, text: string}[]} */ ([]));
  const count = useRef(0);
  const timers = useRef(/** @type {any[]} */ ([]));
  useEffect(() => {
    const claims = events
      .filter(([, text]) => text.startsWith("say "))
      .map(([seat, text]) => ({ id: ++count.current, seat: Number(seat), text }));
    if (!claims.length) return;
    const seats = claims.map((claim) => claim.seat);
    const latest = claims.filter((claim, number) => seats.lastIndexOf(claim.seat) === number);
    setBubbles((shown) => [...shown.filter((bubble) => !seats.includes(bubble.seat)), ...latest]);
    timers.current.push(
      setTimeout(
        () => setBubbles((shown) => shown.filter((bubble) => !latest.includes(bubble))),
        CLAIM_LASTS,
      ),
    );
  }, [events]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return bubbles;
}
