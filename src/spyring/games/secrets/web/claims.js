// The claims (S60): one menu, the same for every seat whatever it knows. What it says binds nobody.
import { CARDS, TEAMS } from "./palette.js";
import { claim } from "./words.js";

/**
 * Everything that can be claimed, for the menu of the talk: about the card, about me, about the others clockwise.
 * @param {import("./types.js").View} view @param {number | null} seat @param {import("./types.js").Translate} t @param {string[]} names
 * @returns {{text: string, label: string}[]}
 */
export function claims(view, seat, t, names) {
  if (seat === null || view.phase === "deal") return [];
  const others = Array.from({ length: view.seats - 1 }, (_, number) => (seat + 1 + number) % view.seats);
  const about = (/** @type {number} */ one) => TEAMS.map((team) => `team ${one} ${team}`);
  const said = [
    "trust",
    "take",
    "refuse",
    ...CARDS.map((card) => `card ${card}`),
    ...about(seat),
    ...others.flatMap((one) => [...about(one), `doubt ${one}`]),
  ];
  return said.map((words) => ({ text: `say ${words}`, label: claim(`say ${words}`, seat, t, names) }));
}

/** What a claim says that somebody is. @param {import("./types.js").Line} line @returns {{seat: number, kind: string}[]} */
export function claimed([, text]) {
  const [, seat, kind] = /^say team (\d+) (\w+)$/.exec(text) ?? [];
  return kind ? [{ seat: Number(seat), kind }] : [];
}
