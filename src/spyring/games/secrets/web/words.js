// What the game says in words: the log, the question, the reasons of the score.
import { asksOnce, neighbour, options } from "./choice.js";
import { points, TEAMS, WORTH } from "./palette.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Over} Over */
/** @typedef {import("./types.js").Translate} Translate */

/** @type {Record<string, string>} */
const CARD_RULES = {
  "double-agent": "S20",
  politician: "S21",
  psychiatrist: "S22",
  detective: "S23",
  journalist: "S24",
  scientist: "S25",
  diplomat: "S26",
  assassin: "S27",
};
/** @type {Record<string, string>} */
const PHASE_RULES = { deal: "S3", reveal: "S10", offer: "S11", un: "S13", answer: "S14" };

/** French shortens a `de_` before a vowel; no other language has one. */
const elided = (/** @type {string} */ text) =>
  text.replace(/\bde_(?=[aeiouyh\u00c0-\u00ff\u0153])/gi, "d\u2019").replaceAll("de_", "de ");

/** "Ada's token" or "the centre token" as the object of a sentence: some languages bend it. */
export function placeObject(
  /** @type {number | string} */ place,
  /** @type {Translate} */ t,
  /** @type {string[]} */ names,
) {
  return place === "centre"
    ? t("token.centre.object")
    : elided(t("token.of.object", { name: names[Number(place)] }));
}

/** A claim in words (S60): the same words for every reader, whatever the speaker knows. */
export function claim(
  /** @type {string} */ text,
  /** @type {number} */ by,
  /** @type {Translate} */ t,
  /** @type {string[]} */ names,
) {
  const [kind, word, team] = text.split(" ").slice(1);
  if (kind === "card") return t("claim.card", { card: t(`card.${word}`) });
  if (kind === "team") {
    if (Number(word) === by) return t("claim.team.me", { team: t(`of.${team}`) });
    return t("claim.team", { name: names[Number(word)], team: t(`of.${team}`) });
  }
  return t(`claim.${kind}`, word ? { name: names[Number(word)] } : {});
}

/** S50: with strict memory a token is seen once. @param {import("./types.js").Line} line @param {import("./types.js").View} view */
export const once = ([, text], view) => view.options.memory === "strict" && text.startsWith("sees ");

/** A feed line as a sentence; null if it is not worth one. With a `view` it is for the log: where one has to remember, that keeps no sights (S50). */
export function say(
  /** @type {import("./types.js").Line} */ line,
  /** @type {Translate} */ t,
  /** @type {string[]} */ names,
  /** @type {View | undefined} */ view,
) {
  const [actor, text] = line;
  const [verb, ...words] = text.split(" ");
  const name = typeof actor === "number" ? names[actor] : "";
  const other = names[Number(words[words.length - 1])];
  switch (verb) {
    case "first":
      return t("log.first", { name: other });
    case "reveal":
      return t("log.reveal", { card: t(`card.${words[0]}`) });
    case "offer":
      if (words.length === 2) return t("log.offer.own", { name, other, card: t(`card.${words[0]}`) });
      return t("log.offer", { name, other });
    case "receives":
      return t("log.receives", { name, card: t(`card.${words[0]}`), points: points(WORTH[words[0]]) });
    case "sees":
      if (view?.options.memory === "strict") return null;
      if (view?.seat === Number(words[0])) return t("sight.own", { team: t(words[1]) });
      return t("log.sees", { place: placeObject(words[0], t, names), team: t(words[1]) });
    case "look":
      if (words[0] === String(actor)) return t("log.look.own", { name });
      return t("log.look", { name, place: placeObject(words[0], t, names) });
    case "swap":
      return elided(t("log.swap", { name, one: names[Number(words[0])], other }));
    case "send":
      return t("log.send", { name, other });
    case "exchange":
      if (words.length)
        return elided(
          t("log.exchange.own", { name, other: names[neighbour(Number(actor), words[0], names.length)] }),
        );
      return t("log.exchange", { name });
    case "bullet":
      return words.length ? t("log.bullet.own", { points: points(Number(words[0])) }) : t("log.bullet");
    case "shoot":
      return t("log.shoot", { name, other });
    case "down": {
      const whose = { name: names[Number(words[0])] };
      return words[1] === "all"
        ? t("log.down.all", whose)
        : t("log.down.pair", { ...whose, card: t(`card.${words[1]}`) });
    }
    case "un":
      return words[0] === "centre" ? t("log.un.centre") : t("log.un", { name: other });
    case "full":
      return t("log.full", { name: other });
    case "identity":
      if (words[0] === "centre") return t("log.identity.centre", { team: t(words[1]) });
      return t("log.identity", { name: names[Number(words[0])], team: t(words[1]) });
    case "shot": {
      const [seat, ...values] = words;
      if (!values.length) return null;
      const list = values.map((value) => points(Number(value))).join(", ");
      return t("log.shot", { name: names[Number(seat)], points: list });
    }
    case "say":
      return t("log.say", { name, claim: claim(text, Number(actor), t, names) });
    case "interrupt":
    case "abstain":
    case "accept":
    case "refuse":
      return t(`log.${verb}`, { name });
    default:
      return null; // a token dealt face down
  }
}

/** @type {Record<string, string>} */
const ASKED_AS = { abstain: "interrupt", refuse: "accept" };

/** What is asked of me now, or whom we wait for. */
export function ask(
  /** @type {View} */ view,
  /** @type {string[]} */ legal,
  /** @type {number | null} */ seat,
  /** @type {Translate} */ t,
  /** @type {string[]} */ names,
) {
  const [option] = options(legal, seat, view.seats);
  if (option) {
    const name = view.active === null ? "" : names[view.active];
    return t(`ask.${asksOnce(view, legal, seat) ? "accept" : (ASKED_AS[option.verb] ?? option.verb)}`, {
      name,
    });
  }
  if (view.phase === "over") return t("phase.over"); // its film is still running: who has won comes after it
  const [waited] = view.waiting;
  if (waited === undefined) return t(view.phase === "deal" ? "wait.deal" : "wait.reveal");
  if (view.effect) return t("wait.effect", { name: names[waited], card: t(`card.${view.effect.card}`) });
  return t(`wait.${view.phase}${part(view, seat)}`, { name: names[waited], other: names[view.active ?? 0] });
}

/** My part in an offer that others are asked about: it is mine, or I am to answer after them (S13). */
function part(/** @type {View} */ view, /** @type {number | null} */ seat) {
  if (seat === null || (view.phase !== "un" && view.phase !== "answer")) return "";
  if (view.active === seat) return ".mine";
  return view.phase === "un" && view.target === seat ? ".target" : "";
}

/** Who won, in one sentence. */
export function result(/** @type {Over} */ view, /** @type {Translate} */ t, /** @type {string[]} */ names) {
  if (view.won_by === "hippie") return t("won.hippie", { name: names[view.winners[0]] });
  return t(`won.${view.won_by}`);
}

/** The number of the rule that matters now. */
export function rule(/** @type {View} */ view) {
  if (view.effect) return CARD_RULES[view.effect.card];
  if (view.phase === "over") return view.won_by === "hippie" ? "S42" : "S43";
  return PHASE_RULES[view.phase] ?? "S1";
}

/** The points of a display, thing by thing: what lies face up, and the bullets. */
export function parts(/** @type {import("./types.js").Card[]} */ display) {
  return display
    .filter((card) => card.up || card.card === "bullet")
    .map((card) => ({
      card: card.card,
      value: (card.card === "bullet" ? card.value : WORTH[card.card]) ?? 0,
    }));
}

/** What the open characters of a display come to: everybody can see that much; bullets stay secret to the end. */
export function openSum(/** @type {import("./types.js").Card[]} */ display) {
  return display.reduce((sum, card) => sum + (card.up ? (WORTH[card.card] ?? 0) : 0), 0);
}

/** The score in sentences: why this side won, then every seat's cards. */
export function reasons(/** @type {View} */ view, /** @type {Translate} */ t, /** @type {string[]} */ names) {
  if (view.phase !== "over") return [];
  return [why(view, t, names), ...view.displays.map((_, seat) => scoreOf(view, seat, t, names))];
}

function why(/** @type {Over} */ view, /** @type {Translate} */ t, /** @type {string[]} */ names) {
  const [{ id, totals }, hippie] = view.ending;
  if (hippie?.id === "lowest")
    return t("why.hippie", { name: names[hippie.seat], points: points(hippie.score) });
  const sentence = t(`why.${id}`, { cia: points(totals.cia), kgb: points(totals.kgb) });
  return hippie ? `${sentence} ${t("why.no.hippie")}` : sentence;
}

function scoreOf(
  /** @type {Over} */ view,
  /** @type {number} */ seat,
  /** @type {Translate} */ t,
  /** @type {string[]} */ names,
) {
  const list = parts(view.displays[seat])
    .map(({ card, value }) => `${t(card === "bullet" ? "bullet" : `card.${card}`)} ${points(value)}`)
    .join(", ");
  const args = { name: names[seat], team: t(view.identities[seat]), points: points(view.scores[seat]), list };
  const down = view.displays[seat].filter((card) => !card.up && card.card !== "bullet").length;
  const sentence = list ? t("why.seat", args) : t("why.nothing", args);
  return down ? `${sentence} ${t("why.down", { count: down })}` : sentence;
}

/** The grid of suspicions: a row for each seat, a column for each identity. */
export function suspects(/** @type {View} */ view) {
  return { rows: Array.from({ length: view.seats }, (_, seat) => seat), columns: [...TEAMS] };
}

/**
 * With every token open, for a replay.
 * @param {View} view @param {string[][]} truth @returns {View}
 */
export const opened = (view, truth) =>
  view.phase === "over"
    ? view
    : { ...view, opened: truth.map(([team]) => /** @type {import("./types.js").Team} */ (team)) };

/** Who was what, once it is over. @param {import("./types.js").Over} view @returns {string[][]} */
export const truth = (view) => view.identities.map((team) => [team]);
