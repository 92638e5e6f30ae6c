// What just happened, shown once: the swell of a beat, a wink, what was said; and the same for ears (W48).

import { html, useEffect, useRef } from "/dom.js";
import { useBubbles } from "/kit/bubbles.js";
import { useHeard } from "/kit/heard.js";

const WINK_LASTS = 320;
const SWELL_LASTS = 760;
const TURN_LASTS = 320;
const STAGE = 420;
const BUBBLE_LASTS = 2600;
const MOVE_LASTS = 1400;
const LINE = 36; // units of the scene that a bubble is high

const LID_RESTS = "scaleY(0.16)";
const LID_SHUT = "scaleY(1)";

/** @param {HTMLElement} root @param {number} seat @param {boolean} quiet */
function shutLid(root, seat, quiet) {
  const lid = root.querySelector(`[data-seat="${seat}"] .wink-lid-winks`);
  const frames = quiet
    ? [{ transform: LID_SHUT }, { transform: LID_SHUT }]
    : [
        { transform: LID_RESTS },
        { transform: LID_SHUT, offset: 0.4 },
        { transform: LID_SHUT, offset: 0.6 },
        { transform: LID_RESTS },
      ];
  lid?.animate(frames, { duration: WINK_LASTS, easing: "ease-in-out" });
}

/** @param {HTMLElement} root */
function swell(root) {
  root
    .querySelector(".wink-glow")
    ?.animate([{ opacity: 0.55 }, { opacity: 1, offset: 0.3 }, { opacity: 0.55 }], {
      duration: SWELL_LASTS,
      easing: "ease-in-out",
    });
}

/** A card of the square turns onto its face (W12). @param {HTMLElement} root @param {string} number */
function turnOver(root, number) {
  const card = root.querySelector(`.wink-square [data-number="${number}"]`);
  card?.animate(
    [{ transform: "scaleX(1)" }, { transform: "scaleX(0.04)", offset: 0.5 }, { transform: "scaleX(1)" }],
    { duration: TURN_LASTS, easing: "ease-in-out" },
  );
}

function buzz() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}

/** @typedef {import("./types.js").Line} Line */
/** @typedef {{seat: number, text: string, tone: string, delay: number}} Bubble */

/** Where a question begins. @param {Line[]} events @returns {number} negative where none does */
const lastQuestion = (events) => events.findLastIndex(([, text]) => /^(guess|accuse) /.test(text));

/** Whether it stands over the hat; answers and gains stand below. @param {Bubble} bubble */
const isHigh = ({ tone }) => tone === "asks" || tone === "accuses";

/** What the seats said last, as speech bubbles: each stage a little after its cause. My own pawn needs no word of mine.
 * @param {Line[]} events @param {number | null} seat @param {import("./types.js").Translate} t @param {string[]} names */
function spoken(events, seat, t, names) {
  /** @type {Bubble[]} */
  const told = [];
  let guessed = false;
  /** @type {[number, number][]} */
  let gains = [];
  let stage = 0;
  const tell = (/** @type {number} */ seat, /** @type {string} */ text, /** @type {string} */ tone) =>
    told.push({ seat, text, tone, delay: stage * STAGE });
  for (const [by, text] of events.slice(Math.max(0, lastQuestion(events)))) {
    const actor = Number(by);
    const [verb, ...words] = text.split(" ");
    if (verb === "guess") {
      guessed = true;
      gains = [[actor, 1]];
      tell(actor, t("bubble.guess", { name: names[Number(words[0])] }), "asks");
    } else if (verb === "accuse") {
      guessed = false;
      gains = [[actor, 2]];
      tell(actor, t("bubble.accuse", { name: names[Number(words[0])], number: words[1] }), "accuses");
    } else if (verb === "yes") {
      tell(actor, guessed ? `${t("bubble.yes")} +1` : t("bubble.yes"), "yes");
      for (const [winner, points] of gains) tell(winner, `+${points}`, "gains");
    } else if (verb === "no") tell(actor, t("bubble.no"), "no");
    else if (verb === "shows") tell(actor, t("bubble.shows", { number: words[0] }), "no");
    else if (verb === "place" && actor !== seat) tell(actor, words[0], "asks");
    else continue;
    stage += 1;
  }
  // A gain comes after the answer it follows from, not in place of what its seat said.
  return told
    .filter((one, place) =>
      told.slice(place + 1).every((later) => later.seat !== one.seat || isHigh(later) !== isHigh(one)),
    )
    .map((bubble) => (bubble.tone === "gains" ? { ...bubble, delay: bubble.delay + STAGE } : bubble));
}

/** @type {Record<string, string>} */
const SOUNDS = { place: "step", yes: "card", shows: "card" };

/** @param {Line[]} events @param {(name: string) => void} sound */
function sounds(events, sound) {
  const verbs = events.map(([, text]) => text.split(" ")[0]);
  if (verbs.includes("accuse") && verbs.includes("yes")) {
    sound("caught");
    return;
  }
  const verb = verbs.find((word) => word in SOUNDS);
  if (verb) sound(SOUNDS[verb]);
}

/** How long a scene stands, from what everybody heard: in real time only the last one does.
 * @param {Line[]} events */
export function lasts(events) {
  const said = events.filter(([, text]) => /^(guess|accuse|yes|no|shows)\b/.test(text)).length;
  if (said) return BUBBLE_LASTS + STAGE * said;
  return events.some(([, text]) => /^(first|decline|place|leave)\b/.test(text)) ? MOVE_LASTS : 0;
}

/** Whether the board itself tells a line to those who listen: a wink at once, and whether it was at them (W48).
 * @param {Line} line */
export const heard = ([, text]) => text === "wink";

/** Plays the events once, and keeps what is heard and said for a moment.
 * @param {{events: Line[], view: import("./types.js").View, seat: number | null, root: {current: HTMLElement | null}, quiet: boolean,
 *   t: import("./types.js").Translate, names: string[], sound: (name: string) => void}} props */
export function useHappenings({ events, view, seat, root, quiet, t, names, sound }) {
  const { bubbles, say } = useBubbles();
  const { lines, tell } = useHeard();
  const looks = useRef(/** @type {import("./types.js").Target[] | null} */ (null));
  useEffect(() => {
    const before = looks.current ?? [];
    looks.current = view.looks ?? null;
    if (!events.length || !root.current) return;
    /** @type {string[]} */
    const fresh = [];
    for (const [by, text] of events) {
      const actor = Number(by);
      if (text === "beat") {
        if (!quiet) swell(root.current);
      } else if (text === "wink") {
        shutLid(root.current, actor, quiet);
        if (actor === seat) fresh.push(t("log.wink", { name: names[actor] }));
        else {
          fresh.push(
            view.looks?.[actor] === seat
              ? t("live.wink.you", { name: names[actor] })
              : t("live.wink", { name: names[actor] }),
          );
          sound("glint");
          buzz();
        }
      } else if (text.startsWith("shows ")) {
        if (!quiet) turnOver(root.current, text.slice(6));
      } else if (text.startsWith("look ") && seat !== null && actor !== seat) {
        if (text === `look ${seat}`) fresh.push(t("live.look.you", { name: names[actor] }));
        else if (before[actor] === seat) fresh.push(t("live.look.away", { name: names[actor] }));
      }
    }
    sounds(events, sound);
    tell(fresh);
    const said = spoken(events, seat, t, names);
    const lasts = Math.max(...said.map(({ delay }) => delay)) + BUBBLE_LASTS;
    say(said, lasts, lastQuestion(events) >= 0);
  }, [events]);
  return { bubbles, lines };
}

/** Whether a wink that I saw is about the card under the pawn that it was meant for: a mark goes when that pawn moves on.
 * @param {import("./types.js").View} view */
export function useMeant({ winks = [], pawns }) {
  const numbers = useRef(/** @type {Map<string, number | null>} */ (new Map())).current;
  const key = (/** @type {import("./types.js").Seen} */ { by, at, beat }) => `${by} ${at} ${beat}`;
  for (const wink of winks) if (!numbers.has(key(wink))) numbers.set(key(wink), pawns[wink.at]);
  return (/** @type {import("./types.js").Seen} */ wink) =>
    pawns[wink.at] !== null && numbers.get(key(wink)) === pawns[wink.at];
}

/** Questions over a hat, answers and gains lower, so that neighbours can be read while they talk to each other.
 * @param {{bubbles: (Bubble & {id: number})[], layout: import("./layout.js").Layout}} props */
export const Bubbles = ({ bubbles, layout }) => html`<div class="wink-bubbles" aria-hidden="true">
  ${bubbles.map((bubble) => {
    const { id, seat, text, tone, delay } = bubble;
    const { hat, width, height } = layout;
    const place = layout.places[seat] ?? { x: layout.middle.x, y: height - hat };
    const edge = width * (layout.shape === "tall" ? 0.27 : 0.12);
    const x = Math.min(Math.max(place.x, edge), width - edge);
    const y = isHigh(bubble) ? Math.max(place.y - hat, LINE / 2) : place.y + hat - LINE / 2;
    return html`<span key=${id} class=${`wink-bubble wink-${tone}`} style=${{ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%`, animationDelay: `${delay}ms` }}>${text}</span>`;
  })}
</div>`;
