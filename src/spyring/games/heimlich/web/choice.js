// What is being chosen, read from the legal texts alone: nothing here knows a rule.

/** @typedef {Record<string, number>} Steps */

/** The movements among the legal texts. @param {string[]} legal */
export function movement(legal) {
  const moves = legal
    .filter((text) => text.startsWith("move "))
    .map((text) => {
      const words = text.split(" ");
      /** @type {Steps} */
      const steps = {};
      for (let index = 1; index < words.length; index += 2) steps[words[index]] = Number(words[index + 1]);
      return steps;
    });
  const totals = [...new Set(moves.map(spent))].sort((one, other) => one - other);
  return { moves, totals, most: totals[totals.length - 1] ?? 0 };
}

/** The text of a movement, agents in the order in which they are in play. @param {string[]} agents @param {Steps} steps */
export const moveText = (agents, steps) =>
  ["move", ...agents.filter((agent) => steps[agent] > 0).map((agent) => `${agent} ${steps[agent]}`)].join(
    " ",
  );

/** @param {Steps} steps */
export const spent = (steps) => Object.values(steps).reduce((sum, count) => sum + count, 0);

/** Whether an agent could still go a step: some legal movement has at least these steps. @param {Steps[]} moves @param {Steps} steps @param {string} agent */
export function canStep(moves, steps, agent) {
  const wanted = Object.entries({ ...steps, [agent]: (steps[agent] ?? 0) + 1 });
  return moves.some((move) => wanted.every(([name, count]) => (move[name] ?? 0) >= count));
}

/** The buildings that the safe may go to. @param {string[]} legal */
export const safeHouses = (legal) =>
  legal.filter((text) => text.startsWith("safe ")).map((text) => text.slice(5));

/** The kinds of cards that may be played now. @param {string[]} legal */
export const playable = (legal) => [
  ...new Set(legal.filter((text) => text.startsWith("play ")).map((text) => text.split(" ")[1])),
];

/** Only here the order of the two agents tells who goes to whom (H48). */
const ORDERED = new Set(["join-agent"]);

/**
 * What can be said next about a card, given the words said so far, and the whole text if it can end here.
 * @param {string[]} legal @param {string} card @param {string[]} said
 */
export function targets(legal, card, said) {
  const texts = legal.filter((text) => text === `play ${card}` || text.startsWith(`play ${card} `));
  const fitting = texts
    .map((text) => ({ text, words: text.split(" ").slice(2) }))
    .filter(({ words }) =>
      ORDERED.has(card)
        ? said.every((word, index) => words[index] === word)
        : said.every((word) => words.includes(word)),
    );
  const whole = fitting.find(({ words }) => words.length === said.length)?.text ?? null;
  const next = new Set(
    fitting.flatMap(({ words }) => {
      if (ORDERED.has(card)) return words.slice(said.length, said.length + 1);
      const left = words.filter((word) => !said.includes(word));
      return said.length === 0 && !isAgentPair(words) ? left.slice(0, 1) : left;
    }),
  );
  return { whole, next: [...next], fits: fitting.length > 0 };
}

const HOW = new Set(["1", "2", "3", "forward", "back"]);

/** @param {string[]} words */
const isAgentPair = (words) => words.length < 2 || !HOW.has(words[1]);

/** Dossiers as maps from agent to seat or `free`. @param {string[]} legal @returns {Record<string, string>[]} */
export const dossiers = (legal) =>
  legal
    .filter((text) => text.startsWith("dossier "))
    .map((text) => {
      const words = text.split(" ").slice(1);
      /** @type {Record<string, string>} */
      const named = {};
      for (let index = 0; index < words.length; index += 2) named[words[index]] = words[index + 1];
      return named;
    });

/** The dossiers that agree with what is written so far. @param {Record<string, string>[]} all @param {Record<string, string>} written */
const agreeing = (all, written) =>
  all.filter((named) => Object.entries(written).every(([agent, owner]) => named[agent] === owner));

/**
 * Write one line; earlier lines that no legal dossier joins with it are wiped out, and what follows of itself is filled in.
 * @param {Record<string, string>[]} all @param {Record<string, string>} written @param {string} agent @param {string} owner
 */
export function writeLine(all, written, agent, owner) {
  /** @type {Record<string, string>} */
  const kept = { [agent]: owner };
  if (agreeing(all, kept).length === 0) return written;
  for (const [other, named] of Object.entries(written)) {
    if (other !== agent && agreeing(all, { ...kept, [other]: named }).length > 0) kept[other] = named;
  }
  const left = agreeing(all, kept);
  return left.length === 1 ? { ...left[0] } : kept;
}

/**
 * What the notes say for sure: `SEAT AGENT` marked with yes; where two contradict each other, the later one.
 * @param {Record<string, string>[]} all @param {Record<string, string>} marks
 */
export const fromNotes = (all, marks) =>
  Object.entries(marks)
    .filter(([, mark]) => mark === "yes")
    .map(([cell]) => cell.split(" "))
    .reduce((written, [owner, agent]) => writeLine(all, written, agent, owner), {});

/** @param {Record<string, string>} written @param {string[]} agents */
export const dossierText = (written, agents) =>
  [
    "dossier",
    ...agents.filter((agent) => agent in written).map((agent) => `${agent} ${written[agent]}`),
  ].join(" ");
