// The board's sentences: the log, what is asked, which rule matters, and why the score is what it is.
import { html } from "/dom.js";
import { listed } from "/texts.js";
import { AGENT, signed } from "./ring.js";
import { SmallSign } from "./trail.js";

/** @typedef {(key: string, args?: Record<string, string | number>) => string} Say */

/** @param {Say} t @param {string} building */
export const buildingName = (t, building) =>
  building in NAMED ? t(`building.${building}`) : t("building.number", { number: building });

/** @param {Say} t @param {string} building With its preposition: "to the church". */
export const toBuilding = (t, building) =>
  building in NAMED ? t(`to.${building}`) : t("to.number", { number: building });

const NAMED = { church: true, ruins: true };

/** @param {Say} t @param {string} card @param {string} word One word of a card's targets. */
export function targetName(t, card, word) {
  if (word in AGENT) return AGENT[word].name;
  if (card === "move-safe") return buildingName(t, word);
  if (word === "forward" || word === "back") return t(`how.${word}`, { count: 1 });
  return t(card === "back-1-2" ? "how.back" : "how.forward", { count: Number(word) });
}

/** @param {Say} t @param {string} card @param {string[]} words */
export function targetsText(t, card, words) {
  const named = words.map((word) => targetName(t, card, word));
  return card === "join-agent" ? named.join(" → ") : listed(named);
}

/**
 * A line of the feed as a sentence for the log; secrets stay out of it, so that hiding one's own hides them here too.
 * @param {[string | number, string]} line @param {Say} t @param {string[]} names @param {import("./types.js").View | null} [view] of the log that lasts
 * @returns {string | null}
 */
export function say([actor, text], t, names, view = null) {
  const [verb, ...words] = text.split(" ");
  const name = typeof actor === "number" ? names[actor] : names[Number(words[0])];
  switch (verb) {
    case "first":
    case "draw":
    case "identity":
      return t(`say.${verb}`, { name });
    case "roll":
      return t("say.roll", { face: words[0].replace("-", "–") });
    case "move":
      return t("say.move", {
        name,
        moves: pairs(words, (agent, steps) => t("say.steps", { agent: AGENT[agent].name, steps })),
      });
    case "pass":
      return view ? null : t("say.pass", { name }); // in every turn by everybody: the log would be full of it
    case "stay":
    case "dossier":
      return t(`say.${verb}`, { name });
    case "safe":
      return t("say.safe", { name, to: toBuilding(t, words[0]) });
    case "play":
      return words.length === 1
        ? t("say.play", { name, card: t(`card.${words[0]}`) })
        : t("say.play.on", {
            name,
            card: t(`card.${words[0]}`),
            targets: targetsText(t, words[0], words.slice(1)),
          });
    case "scored":
      return t("say.scored", {
        gains: pairs(
          words,
          (agent, gain) => `${AGENT[agent].name} ${Number(gain) ? signed(Number(gain)) : "0"}`,
        ),
      });
    case "owner":
      return words[1] === "free"
        ? t("say.free", { agent: AGENT[words[0]].name })
        : t("say.owner", { agent: AGENT[words[0]].name, name: names[Number(words[1])] });
    case "wrote":
      return t("say.wrote", {
        name,
        lines: owners(words.slice(1), t, names),
      });
    case "say":
      return t("say.claim", { name, claim: claim(text, Number(actor), t, names) });
    default:
      return null;
  }
}

/**
 * What an act is called on a button. @param {string} text @param {import("./types.js").View} _ @param {number | null} __ @param {Say} t @param {string[]} names
 * @returns {string | null}
 */
export function deed(text, _, __, t, names) {
  const [verb, ...words] = text.split(" ");
  switch (verb) {
    case "move":
      return pairs(words, (agent, steps) => t("say.steps", { agent: AGENT[agent].name, steps }));
    case "safe":
      return t("safe.aimed", { to: toBuilding(t, words[0]) });
    case "play": {
      const [card, ...targets] = words;
      return [t(`card.${card}`), targetsText(t, card, targets)].filter(Boolean).join(": ");
    }
    case "dossier":
      return owners(words, t, names);
    case "pass":
    case "done":
    case "stay":
      return t(verb);
    default:
      return null;
  }
}

/**
 * A claim in words (H80): the same words for every reader, whatever the speaker knows.
 * @param {string} text @param {number} by @param {Say} t @param {string[]} names @returns {string}
 */
export function claim(text, by, t, names) {
  const [kind, seat, agent] = text.split(" ").slice(1);
  if (!agent) return t(`claim.${kind}`, seat ? { name: names[Number(seat)] } : {});
  const me = Number(seat) === by ? ".me" : "";
  return t(`claim.${kind}${me}`, { name: names[Number(seat)], agent: AGENT[agent].name });
}

/** Who is said to be whom. @param {[string | number, string]} line @returns {{seat: number, kind: string}[]} */
export function claimed([, text]) {
  const [, seat, kind] = /^say agent (\d+) (\w+)$/.exec(text) ?? [];
  return kind ? [{ seat: Number(seat), kind }] : [];
}

/**
 * With everybody's agent open, for a replay.
 * @param {import("./types.js").View} view @param {string[][]} truth @returns {import("./types.js").View}
 */
export const opened = (view, truth) =>
  view.phase === "over" ? view : { ...view, opened: truth.map(([agent]) => agent ?? null) };

/** Whom a dossier takes for whom. @param {import("/link.js").Line} line */
export function guessed([, text]) {
  const [verb, ...words] = text.split(" ");
  return verb === "dossier"
    ? words.flatMap((kind, index) => {
        const owner = Number(words[index + 1]);
        return index % 2 === 0 && Number.isInteger(owner) ? [{ seat: owner, kind }] : [];
      })
    : [];
}

/** @param {string[]} words @param {(one: string, other: string) => string} tell */
const pairs = (words, tell) =>
  listed(words.flatMap((word, index) => (index % 2 === 0 ? [tell(word, words[index + 1])] : [])));

/** Whose agent is whose. @param {string[]} words @param {Say} t @param {string[]} names */
const owners = (words, t, names) =>
  pairs(
    words,
    (agent, owner) => `${AGENT[agent].name} – ${owner === "free" ? t("free") : names[Number(owner)]}`,
  );

/**
 * One short sentence: what is asked of me now, or whom we wait for.
 * @param {import("./types.js").View} view @param {string[]} legal @param {number | null} seat @param {Say} t @param {string[]} names
 */
export function ask(view, legal, seat, t, names) {
  if (view.phase === "over") return t("over.decided"); // until the film is over; who has won comes after the masks
  if (legal.length > 0) return asked(view, legal, t);
  if (view.phase === "deal") return t("wait.deal");
  if (view.phase === "dossier")
    return t("wait.dossier", {
      names: listed(view.waiting.map((/** @type {number} */ late) => names[late])),
    });
  const name = names[view.waiting[0] ?? view.active];
  if (view.phase === "safe" && view.decided) return t("wait.safe.last", { name });
  return t(
    seat !== null && seat === view.active && view.phase === "roll" ? "wait.roll.me" : `wait.${view.phase}`,
    { name },
  );
}

/** @param {import("./types.js").View} view @param {string[]} legal @param {Say} t */
function asked(view, legal, t) {
  if (view.phase === "move") {
    if (legal.includes("stay")) return t("ask.move.stay");
    return view.roll === "1-3" ? t("ask.move.choice") : t("ask.move", { count: Number(view.roll) });
  }
  if (view.phase === "cards") {
    if (view.hand?.length === 0) return t("mine.none"); // the page answers
    if (legal.includes("done")) return t(legal.length > 1 ? "ask.cards.more" : "ask.cards.done");
    return t(legal.length > 1 ? "ask.cards" : "ask.cards.none");
  }
  return t(view.phase === "safe" && view.decided ? "ask.safe.last" : `ask.${view.phase}`);
}

/** @param {import("./types.js").Over} view @param {Say} t @param {string[]} names */
export function winners(view, t, names) {
  const won = view.winners.map((seat) => names[seat]);
  return won.length ? t("over.winners", { count: won.length, names: listed(won) }) : t("over.nobody");
}

const RULES = /** @type {Record<string, string>} */ ({
  deal: "H4",
  roll: "H10",
  move: "H11",
  cards: "H35",
  dossier: "H61",
  safe: "H14",
  over: "H21",
});

/** The rule that matters now, for the help. @param {import("./types.js").View} view */
export function rule(view) {
  if (view.phase === "move" && view.roll === "1-3" && view.options["top-secret"] === "on") return "H31";
  if (view.phase === "over" && view.options.dossier === "on") return "H62";
  return RULES[view.phase] ?? "H1";
}

/**
 * What a seat's dossier brought: how many lines were right, and the points for them (H62).
 * @param {import("./types.js").Over} view @param {number} seat @returns {{right: number, points: number}}
 */
export const dossierOf = (view, seat) =>
  view.ending.filter((reason) => reason.id === "dossier").find((reason) => reason.seat === seat) ?? {
    right: 0,
    points: 0,
  };

/** Sentences that explain the score, the farthest agent first. @param {import("./types.js").View} view @param {Say} t @param {string[]} names @returns {string[]} */
export function reasons(view, t, names) {
  if (view.phase !== "over") return [];
  const farthest = Object.keys(view.scores).sort((one, other) => view.scores[other] - view.scores[one]);
  return [
    ...farthest.map((agent) => {
      const seat = view.owners[agent];
      const told = { agent: AGENT[agent].name, count: view.scores[agent] };
      if (seat === null) return t("reason.free", told);
      const { right, points } = dossierOf(view, seat);
      if (right === 0) return t("reason.owner", { ...told, name: names[seat] });
      const track = view.scores[agent] - points;
      return t("reason.dossier", { ...told, name: names[seat], right, more: points, track });
    }),
    winners(view, t, names),
  ];
}

/** The grid of suspicions: every other seat, every agent in play, and mine struck out. @param {import("./types.js").View} view */
export function suspects(view) {
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  return {
    rows: seats.filter((seat) => seat !== view.seat),
    columns: Object.keys(view.agents),
    sign: (/** @type {string} */ agent) => html`<${SmallSign} agent=${agent} />`,
    own: view.me ?? null,
  };
}

/** Whose agent was whose, once it is over. @param {import("./types.js").Over} view @returns {string[][]} */
export function truth(view) {
  return Array.from({ length: view.seats }, (_, seat) =>
    Object.keys(view.owners).filter((agent) => view.owners[agent] === seat),
  );
}

/**
 * What fits a move: that one is not who leads, or that whoever moves is.
 * @param {import("./types.js").View} view @param {number} seat @returns {string[]}
 */
export function fitting({ active, scores }, seat) {
  const most = Math.max(...Object.values(scores));
  const leaders = Object.keys(scores).filter((agent) => most > 0 && scores[agent] === most);
  if (active === seat) return leaders.slice(0, 2).map((agent) => `say not ${seat} ${agent}`);
  const suspected = leaders.slice(0, 1).map((agent) => `say agent ${active} ${agent}`);
  return [...suspected, `say who ${active}`, `say doubt ${active}`];
}
