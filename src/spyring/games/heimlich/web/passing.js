// Passing: in the card phase the page answers for me where I have said so, and only what I could have pressed myself.
import { keep, recall } from "/device.js";
import { html, useEffect, useState } from "/dom.js";

/**
 * What I want to be asked: everything; what matters to me; nothing until it is my turn again.
 * @typedef {"always" | "matters" | "later"} Wish
 * @typedef {{wish: Wish, before: Wish}} Kept `before`: what holds again after `later`
 * @typedef {{wish: Wish, want: (wish: Wish) => void, offered: boolean, soon: boolean, hold: () => void}} Passing
 *   `offered`: there is something to choose; `soon`: it passes in a moment, unless held
 */

const WISHES = /** @type {Wish[]} */ (["always", "matters", "later"]);
const IN_TURN = new Set(["roll", "move", "cards", "safe"]);
const SOONEST = 800; // ms: as a person would take, drawn at random, so that nobody learns who has answered
const LATEST = 2500;
const KEPT = "heimlich.passing";
const MOST_KEPT = 40; // seats at tables

/** @param {string} place @returns {Kept} */
const recalled = (place) => recall(KEPT, {})[place] ?? { wish: "always", before: "always" };

/** @param {string} place @param {Kept} kept */
function store(place, kept) {
  const { [place]: _, ...others } = recall(KEPT, {});
  keep(KEPT, Object.fromEntries([...Object.entries(others), [place, kept]].slice(-MOST_KEPT)));
}

/**
 * Whether somebody has played a card on my agent since the die rolled, or since I last answered.
 * @param {import("/link.js").Told[]} told @param {string | null} me @param {number | null} seat
 */
function isTouched(told, me, seat) {
  for (const one of told.toReversed()) {
    if (!("actor" in one)) continue;
    if (one.actor === seat || one.text.startsWith("roll ")) return false;
    const [verb, card, ...targets] = one.text.split(" ");
    if (verb === "play" && (card === "all-to-church" || (me !== null && targets.includes(me)))) return true;
  }
  return false;
}

/**
 * @param {object} asked
 * @param {import("./types.js").View} asked.view @param {number | null} asked.seat @param {string[]} asked.legal
 * @param {string | undefined} asked.table @param {import("/link.js").Told[]} asked.told
 * @param {boolean} asked.busy a card is being chosen @param {(text: string) => void} asked.send
 * @returns {Passing}
 */
export function usePassing({ view, seat, legal, table, told, busy, send }) {
  const place = `${table ?? ""} ${seat}`;
  const [kept, setKept] = useState(() => recalled(place));
  const [held, setHeld] = useState(/** @type {unknown} */ (null));
  const change = (/** @type {Kept} */ now) => {
    setKept(now);
    if (table) store(place, now);
  };
  const mine = view.active === seat && (view.phase === "roll" || view.phase === "move");
  const over = kept.wish === "later" && mine;
  const wish = over ? kept.before : kept.wish;
  useEffect(() => {
    if (over) change({ wish: kept.before, before: kept.before });
  }, [over]);

  const matters = view.would_score !== null || isTouched(told, view.me ?? null, seat);
  const soon =
    legal.includes("pass") &&
    !busy &&
    held !== view &&
    (wish === "later" || (wish === "matters" && !matters)) &&
    (view.hand ?? []).length > 0;
  // Everybody sees that I hold no card, so there is nothing to hide by waiting.
  const alone = view.phase === "cards" && legal.length === 1 && view.hand?.length === 0 ? legal[0] : null;
  useEffect(() => {
    if (alone) send(alone);
    if (!soon) return undefined;
    const timer = setTimeout(() => send("pass"), SOONEST + Math.random() * (LATEST - SOONEST));
    return () => clearTimeout(timer);
  }, [soon, alone, view]);
  return {
    wish,
    want: (chosen) => change({ wish: chosen, before: chosen === "later" ? wish : chosen }),
    offered: table !== undefined && view.hand !== undefined && IN_TURN.has(view.phase),
    soon,
    hold: () => setHeld(view),
  };
}

/** What I want to be asked. @param {{t: import("./words.js").Say, passing: Passing}} props */
export const Wishes = ({ t, passing }) => html`
  <label class="heimlich-wishes" title=${passing.wish === "matters" ? t("pass.why") : undefined}><span>${t("pass.ask")}</span>
    <select value=${passing.wish} onChange=${(/** @type {any} */ event) => passing.want(event.target.value)}>
      ${WISHES.map((wish) => html`<option key=${wish} value=${wish} selected=${wish === passing.wish}>${t(`pass.${wish}`)}</option>`)}
    </select></label>`;
