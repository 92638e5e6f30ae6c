// What is said: the log, what is asked, the rule that matters, the reasons of the score.

import { listed } from "/texts.js";

/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {import("./types.js").View} View */

/** A line of the feed as a sentence for the log; null when it is not worth a line.
 * @param {[number | string, string]} line @param {Translate} t @param {string[]} names @returns {string | null} */
export function say([actor, text], t, names) {
  const [verb, ...words] = text.split(" ");
  const name = typeof actor === "number" ? names[actor] : "";
  const numbers = words.map(Number);
  switch (verb) {
    case "first":
      return t("log.first", { name: names[numbers[0]] });
    case "guess":
      return t("log.guess", { name, other: names[numbers[0]] });
    case "decline":
      return t("log.decline", { name });
    case "place":
      return t("log.place", { name, number: numbers[0] });
    case "leave":
      return t("log.leave", { name });
    case "accuse":
      return t("log.accuse", { name, other: names[numbers[0]], number: numbers[1] });
    case "yes":
      return t("log.yes", { name });
    case "no":
      return t("log.no", { name });
    case "shows":
      return t("log.shows", { name, number: numbers[0] });
    case "wink":
      return t("log.wink", { name });
    case "held":
      return words.length ? t("log.held", { name, numbers: listed(words) }) : t("log.held.none", { name });
    case "winked":
      return winkStory(
        { by: Number(actor), at: numbers[0], beat: numbers[1], seen: numbers.slice(2) },
        t,
        names,
      );
    case "say":
      return t("log.say", { name, claim: claim(text, Number(actor), t, names) });
    default:
      return null; // deals, looks and beats
  }
}

/** A claim in words (W60): the same words for every reader, whatever the speaker knows.
 * @param {string} text @param {number} _by @param {Translate} t @param {string[]} names @returns {string} */
export function claim(text, _by, t, names) {
  const [kind, seat, other] = text.split(" ").slice(1);
  return t(`claim.${kind}`, { name: names[Number(seat)] ?? "", other: names[Number(other)] ?? "" });
}

/** A wink as it is told when the game is over. @param {{by: number, at: number, beat: number, seen: number[]}} wink
 * @param {Translate} t @param {string[]} names */
export function winkStory({ by, at, beat, seen }, t, names) {
  const told = t("story.wink", { name: names[by], other: names[at], beat });
  return `${told} ${seen.length ? t("story.seen", { names: namesOf(seen, names) }) : t("story.unseen")}`;
}

/** Who is said to hold what. @param {[number | string, string]} line @returns {{seat: number, kind: string}[]} */
export function claimed([, text]) {
  const [, seat, number] = /^accuse (\d+) (\d+)$/.exec(text) ?? [];
  return number ? [{ seat: Number(seat), kind: number }] : [];
}

/** A hand as one finds a number in it. @param {number[]} hand */
export const sorted = (hand) => hand.toSorted((one, other) => one - other);

/** Who they are. @param {number[]} seats @param {string[]} names */
export const namesOf = (seats, names) => listed(seats.map((seat) => names[seat]));

/** What is asked of this seat now, or whom the table waits for.
 * @param {View} view @param {string[]} legal @param {number | null} seat @param {Translate} t @param {string[]} names @returns {string} */
export function ask(view, legal, seat, t, names) {
  if (view.phase === "deal") return t("ask.deal");
  if (view.phase === "over") {
    if (view.winners.length === 1 && view.winners[0] === seat) return t("ask.over.you");
    return t("ask.over", { count: view.winners.length, names: namesOf(view.winners, names) });
  }
  if (view.active === null) return t("ask.deal");
  const number = view.pawns[view.active];
  if (view.active !== seat) {
    const name = names[view.active];
    return view.phase === "guess" ? t("ask.wait.guess", { name, number }) : t("ask.wait.place", { name });
  }
  if (view.phase === "guess") return t("ask.guess", { number });
  if (legal.includes("leave")) return t("ask.leave");
  const wait = beatsLeft(view);
  if (wait === 0 || legal.some((text) => text.startsWith("place "))) return t("ask.place");
  return t("ask.beats", { count: wait });
}

/** How many beats a turn must still last. @param {View} view */
export const beatsLeft = (view) => Math.max(0, Number(view.options.beats) - (view.turn_beats ?? 0));

const RULES = { deal: "W2", guess: "W10", place: "W14", over: "W32" };

/** The rule that matters now. @param {View} view @returns {string} */
export const rule = (view) => RULES[view.phase];

/** Why the game ended (W30), what the score is made of (W32), and who is first among equals (W33).
 * @param {import("./types.js").Over} view @param {Translate} t @param {string[]} names @returns {string[]} */
export function reasons(view, t, names) {
  const [end, tie] = view.ending;
  return [
    end.id === "hand" ? t("reason.hand", { name: names[end.seats[0]] }) : t("reason.square"),
    ...view.scores.map((score, seat) =>
      t("reason.seat", {
        name: names[seat],
        up: view.face_up[seat].length,
        counter: view.counter[seat],
        count: score,
      }),
    ),
    ...(tie ? [t(`reason.tie.${tie.by}`, { names: namesOf(tie.winners, names) })] : []),
  ];
}

/** The grid of suspicions: which other seat may hold which number that is still in play.
 * @param {View} view @returns {{rows: number[], columns: string[]}} */
export const suspects = (view) => ({
  rows: view.hand_sizes.map((_, seat) => seat).filter((seat) => seat !== view.seat),
  columns: Object.keys(view.square).filter(
    (number) => view.square[number] === "open" && !view.hand?.includes(Number(number)),
  ),
});

/**
 * With every hand open, for a replay.
 * @param {import("./types.js").View} view @param {string[][]} truth @returns {import("./types.js").View}
 */
export const opened = (view, truth) =>
  view.phase === "over" ? view : { ...view, opened: truth.map((hand) => hand.map(Number)) };

/** What everybody still holds, once it is over. @param {import("./types.js").Over} view @returns {string[][]} */
export const truth = (view) => view.hands.map((hand) => sorted(hand).map(String));

/**
 * What fits a search: that one is the partner of whoever searches, or is not; and what one saw last.
 * @param {import("./types.js").View} view @param {number} seat @returns {string[]}
 */
export function fitting({ active, looks, winks }, seat) {
  const seen = winks?.at(-1);
  const told = seen && seen.by !== seat ? [`say saw ${seen.by} ${seen.at}`] : [];
  const at = looks?.[seat];
  const asked = active === seat && typeof at === "number" ? [`say who ${at}`] : [];
  const offered = active === seat ? asked : [`say partner ${active}`, `say not ${active}`];
  return [...offered, ...told];
}
