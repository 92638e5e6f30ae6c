// What just happened, shown once: the swell of a beat, a wink, what was said; and the same for ears (W48).

import { html, useEffect, useRef } from "/dom.js";
import { useBubbles } from "/kit/bubbles.js";
import { useHeard } from "/kit/heard.js";
import { answered } from "./desk.js";

const WINK_LASTS = 320;
const SWELL_LASTS = 760;
const TURN_LASTS = 320;
const STAGE = 420;
const BUBBLE_LASTS = 2600;
const MOVE_LASTS = 1400;

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

/** Whether it stands over the mask; answers and gains stand below. @param {Bubble} bubble */
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
 * @param {{events: Line[], view: import("./types.js").View, chronicle: import("./chronicle.js").Chronicle, seat: number | null, root: {current: HTMLElement | null}, quiet: boolean,
 *   t: import("./types.js").Translate, names: string[], sound: (name: string) => void}} props */
export function useHappenings({ events, view, chronicle, seat, root, quiet, t, names, sound }) {
  const { bubbles, say } = useBubbles();
  const { lines, tell } = useHeard();
  const looks = useRef(/** @type {import("./types.js").Target[] | null} */ (null));
  const unsaid = useRef(/** @type {string[]} */ ([])); // until the beat: one line for all that it brought
  useEffect(() => {
    const before = [...(looks.current ?? view.looks ?? [])];
    looks.current = view.looks ?? null;
    if (!events.length || !root.current) return;
    const fresh = unsaid.current;
    for (const [by, text] of events) {
      const actor = Number(by);
      if (text === "beat") {
        if (!quiet) swell(root.current);
        if (fresh.length) tell([fresh.splice(0).join(" ")]);
      } else if (text === "wink") {
        shutLid(root.current, actor, quiet);
        const own = chronicle.own.at(-1);
        if (actor === seat) fresh.push(own ? answered(own, t, names) : t("log.wink", { name: names[actor] }));
        else {
          fresh.push(
            before[actor] === seat
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
      const at = /^look (.*)$/.exec(text)?.[1];
      if (at) before[actor] = at === "square" ? at : Number(at);
    }
    sounds(events, sound);
    const said = spoken(events, seat, t, names);
    const lasts = Math.max(...said.map(({ delay }) => delay)) + BUBBLE_LASTS;
    say(said, lasts, lastQuestion(events) >= 0);
  }, [events]);
  return { bubbles, lines };
}

/** Questions over a mask, answers and gains below it: no mask, card or pawn is covered, and neighbours can be read
 * while they talk to each other.
 * @param {{bubbles: (Bubble & {id: number})[], layout: import("./layout.js").Layout}} props */
export const Bubbles = ({ bubbles, layout }) => html`<div class="wink-bubbles" aria-hidden="true">
  ${bubbles.map((bubble) => {
    const { mask, width, square } = layout;
    const place = layout.places[bubble.seat];
    if (!place) return null;
    const wide = layout.shape === "wide";
    // Beside the cards there is room for two short lines.
    const narrow = wide && place.y > square.y && (place.x < square.x || place.x > width - square.x);
    const edge = Math.min(wide ? 96 : width * 0.27, 14 + bubble.text.length * 5);
    const x = Math.min(Math.max(place.x, edge), width - edge);
    const y = place.y + (isHigh(bubble) ? mask.top : mask.bottom);
    // Words below a head do not shrink with the scene, and lift it.
    const lift = `max(${mask.below / 2}px, var(--wink-u) * ${mask.below / 2})`;
    return html`<${Spoken} key=${bubble.id} bubble=${bubble} dress=${narrow ? "wink-narrow" : ""} at=${{ left: `${(x / width) * 100}%`, top: `calc(var(--wink-u) * ${y.toFixed(1)} - ${lift})` }} />`;
  })}
</div>`;

/** What I said myself, over what I can do. @param {{bubbles: (Bubble & {id: number})[], seat: number}} props */
export const OwnBubbles = ({ bubbles, seat }) => html`<div class="wink-own-words" aria-hidden="true">
  ${bubbles.filter((bubble) => bubble.seat === seat).map((bubble) => html`<${Spoken} key=${bubble.id} bubble=${bubble} dress="" at=${{}} />`)}
</div>`;

/** @param {{bubble: Bubble, dress: string, at: Record<string, string>}} props */
const Spoken = ({ bubble, dress, at }) =>
  html`<span class=${`wink-bubble wink-${bubble.tone} ${isHigh(bubble) ? "wink-high" : ""} ${dress}`} style=${{ ...at, animationDelay: `${bubble.delay}ms` }}>${bubble.text}</span>`;
