// The board of Secrets: draws any view from nothing, and offers the legal actions it was sent. It knows no rules.
import { classes, html, useEffect, useRef, useState } from "/dom.js";
import { useBubbles } from "/kit/bubbles.js";
import { useChoice } from "/kit/choice.js";
import { useKeptFocus, useKeys } from "/kit/keys.js";
import { useSend } from "/kit/send.js";
import { isLying, useMeasured } from "/kit/size.js";
import {
  asksOnce,
  isOpen,
  NOTHING,
  options as optionsOf,
  pickCard,
  pickPlace,
  settled,
  undone,
} from "./choice.js";
import { Ending, Scores } from "./ending.js";
import { knowledge } from "./knowledge.js";
import { layout } from "./layout.js";
import { lasts as lengthOf, plan } from "./motion.js";
import { Aim, Choice, Closer, Knowledge } from "./panel.js";
import { Seats, Sights } from "./seats.js";
import { Table } from "./table.js";

export { account, deed } from "./account.js";
export { claimed, fitting } from "./claims.js";
export { Deal, dealt } from "./deal.js";
export { lasts } from "./motion.js";
export { trail } from "./trail.js";
export { ask, claim, once, opened, reasons, rule, say, suspects, truth } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {{place: import("./types.js").Place, team: string, mine: boolean}} Sight a token that I was just shown */

const BESIDE = 880; // px of board from which the panel stands beside the table
const WIDE = 560; // px of table from which the wide picture is drawn
const LYING_FROM = 540;
const BROAD = "(orientation: landscape)"; // a window that is broad for its height: below the table the panel would be out of sight
const BROAD_FROM = 640;
const CLAIM_LASTS = 5000; // ms
const SIGHT_LASTS = 3500;
const SLIP = 250; // ms in which a tap was meant for what stood there before

/** @param {import("/kit/types.js").BoardProps<import("./types.js").View>} props */
export default function Board(props) {
  const { view, seat, legal, act, names, t, events, lasts, showing, quiet, hidden, peek, screen, sound } =
    props;
  const { told = [], first } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { width } = useMeasured(root, widthOf, () => ({
    width: Math.min(window.innerWidth, document.documentElement.clientWidth || window.innerWidth),
  }));
  const lying = width >= LYING_FROM && width < BESIDE && isLying();
  const broad = !lying && width >= BROAD_FROM && width < BESIDE && matchMedia(BROAD).matches;
  const beside = broad || width >= BESIDE;
  const small = lying || broad;
  const wide = small || (beside ? width * 0.67 : width) >= WIDE;
  const where = layout(
    view.seats,
    seat ?? 0,
    wide,
    lying ? lyingRoom(width) : broad ? broadRoom(width) : null,
    view.ends_at,
    Math.max(...view.displays.map((display) => display.length)),
    screen,
  );
  const over = view.phase === "over";
  const covered = Boolean(hidden && !peek && !over);

  const options = optionsOf(legal, seat, view.seats);
  const question = `${view.turn} ${view.phase} ${legal.join()}`;
  const [picks, pick] = useChoice(question, NOTHING, (kept) => settled(options, kept));
  const [barred, setBarred] = useState(""); // the question to which an impossible place was tapped
  const [looked, setLooked] = useState(/** @type {number | "centre" | null} */ (null));

  const isPickable = (/** @type {number | "centre"} */ place) => isOpen(options, place);
  const choosing = options.some((option) => option.places.length > 0);
  const onPlace = (/** @type {number | "centre"} */ place) => {
    if (!choosing) setLooked(looked === place ? null : place);
    else if (isPickable(place)) pick((now) => pickPlace(options, now, place));
    setBarred(choosing && !isPickable(place) ? question : "");
  };
  const { send, isSent } = useSend({ legal, act, question, slip: SLIP });
  const { answer, isAnswered } = useOneAnswer(view, legal, act, send);
  useKeys({
    Escape: () => {
      if (looked !== null) setLooked(null);
      else if (picks !== NOTHING) pick(undone);
      else return false;
    },
  });

  useKeptFocus(root, (board) => board.querySelector(".secrets-panel"));

  const { moves, beat, pace } = useMoves(events, view, seat, quiet ? 0 : lasts, sound);
  const said = useClaims(events);
  const sights = useSights(events, view);
  const shared = { view, seat, names, t, covered, picks, options, isPickable, onPlace };
  const style = classes(
    "secrets",
    beside && "secrets-beside",
    lying && "secrets-lying",
    small && "secrets-reduced",
    (lying || !wide) && "secrets-phone",
    wide ? "secrets-wide" : "secrets-narrow",
    over && "secrets-over",
    quiet && "secrets-still",
    screen && "secrets-screen",
  );
  return html`<div class=${style} ref=${root} style=${{ "--secrets-pace": pace }}>
    <div class="secrets-hall">
      <div class="secrets-stage" style=${{ "--ratio": String(where.width / where.height), aspectRatio: `${where.width} / ${where.height}` }}>
        <${Table} where=${where} moves=${moves} beat=${beat} ...${shared} />
        <${Seats} where=${where} looked=${looked} moves=${moves} said=${said} ...${shared} />
        ${!covered && html`<${Sights} sights=${sights} where=${where} seat=${seat} names=${names} t=${t} />`}
      </div>
    </div>
    <div class="secrets-panel" tabindex="-1">
      ${looked !== null && !choosing && html`<${Closer} place=${looked} onClose=${() => setLooked(null)} ...${shared} />`}
      ${
        over && showing
          ? html`<h2>${t("phase.over")}</h2>`
          : over
            ? html`<${Ending} view=${view} names=${names} t=${t} first=${first} told=${told} />`
            : html`<${Choice} moves=${moves} beat=${beat} sending=${isSent || isAnswered} once=${asksOnce(view, legal, seat) ? answer : null} barred=${barred === question} onCard=${(/** @type {string} */ card) => pick((now) => pickCard(now, card))} onUndo=${() => pick(undone)} send=${send} ...${shared} />`
      }
    </div>
    ${!over && html`<${Aim} view=${view} t=${t} />`}
    <div class="secrets-aside">${over && showing ? null : over ? html`<${Scores} view=${view} names=${names} t=${t} />` : html`<${Knowledge} ...${shared} />`}</div>
  </div>`;
}

/** The stage of a phone on its side, as the sheets make it. */
const lyingRoom = (/** @type {number} */ width) => ({
  w: Math.floor(width - Math.max(270, width * 0.38)),
  h: Math.max(260, window.innerHeight - 108),
});

/** The stage of a window that is broad and small, nearly square. */
const broadRoom = (/** @type {number} */ width) => {
  const w = Math.floor(width - 310);
  return { w, h: Math.max(288, Math.min(w, window.innerHeight - 360)) };
};

const widthOf = (/** @type {HTMLElement} */ board) => ({
  width: Math.round(board.getBoundingClientRect().width),
});

/** One answer to two questions (S13): the UN lets the card pass, and once the target is asked it is given. */
function useOneAnswer(
  /** @type {View} */ view,
  /** @type {string[]} */ legal,
  /** @type {(text: string) => void} */ act,
  /** @type {(text: string) => boolean} */ send,
) {
  const [given, setGiven] = useState(/** @type {{turn: number | null, text: string} | null} */ (null));
  const mine = given?.turn === view.turn ? given : null;
  const due = mine !== null && legal.includes(mine.text);
  useEffect(() => {
    if (due) act(mine.text);
  }, [due]);
  const answer = (/** @type {string} */ text) => {
    if (send("abstain")) setGiven({ turn: view.turn, text });
  };
  return { answer, isAnswered: mine !== null && (view.phase === "un" || view.phase === "answer") };
}

/** What moves to reach this view; the same until other things have happened. */
function useMoves(
  /** @type {Line[]} */ events,
  /** @type {View} */ view,
  /** @type {number | null} */ seat,
  /** @type {number | undefined} */ lasts,
  /** @type {((name: string) => void) | undefined} */ sound,
) {
  const last = useRef({
    events,
    view: /** @type {View | null} */ (null),
    moves: /** @type {import("./motion.js").Plan | null} */ (null),
    pace: 1,
    beat: 0,
  });
  const now = last.current;
  if (now.events !== events || now.view !== view) {
    const fresh = now.events !== events && events.some(([, text]) => !text.startsWith("say "));
    if (fresh) {
      const length = now.view && lasts ? lengthOf(events, now.view, view, seat) : 0;
      now.pace = lasts && length ? lasts / length : 1;
      now.moves = lasts === 0 ? null : plan(events, now.view, view, now.pace);
      now.beat += 1;
    } else if (!events.length || now.view?.turn !== view.turn || now.view?.phase !== view.phase)
      now.moves = null;
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
  const [sights, setSights] = useState(/** @type {Sight[]} */ ([]));
  useEffect(() => {
    const first = events.findIndex(([, text]) => text.startsWith("token ")); // the first look has a ceremony of its own
    const seen = events
      .filter(([, text], number) => text.startsWith("sees ") && !(first >= 0 && number > first))
      .flatMap(([, text]) => {
        const [, word, team] = text.split(" ");
        if (!team) return []; // S50: told again, after a broken connection
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

/** The claims of the last seconds by seat, the latest of each. @returns {Map<number, string>} */
function useClaims(/** @type {Line[]} */ events) {
  const { bubbles, say } = /** @type {ReturnType<typeof useBubbles<{seat: number, text: string}>>} */ (
    useBubbles()
  );
  useEffect(() => {
    const claims = events
      .filter(([, text]) => text.startsWith("say "))
      .map(([seat, text]) => ({ seat: Number(seat), text }));
    const seats = claims.map((claim) => claim.seat);
    say(
      claims.filter((claim, number) => seats.lastIndexOf(claim.seat) === number),
      CLAIM_LASTS,
    );
  }, [events]);
  return new Map(bubbles.map(({ seat, text }) => [seat, text]));
}
