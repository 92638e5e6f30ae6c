// What is being chosen now, and what of it the legal acts still allow. No rules: only the acts that were sent.

/** A card looked at, a guess at a seat, or an accusation of a seat about a number; null where it is still open.
 * @typedef {{kind: "card", number: number, seat?: null} | {kind: "guess", seat: number | null, number?: null}
 *   | {kind: "accuse", seat: number | null, number: number | null}} Choice */

/** The accusations open to me, as pairs. @param {string[]} legal @returns {{seat: number, number: number}[]} */
export const accusations = (legal) =>
  legal
    .filter((text) => text.startsWith("accuse "))
    .map((text) => {
      const [, seat, number] = text.split(" ").map(Number);
      return { seat, number };
    });

/** The numbers in acts that begin with a verb. @param {string[]} legal @param {string} verb */
export const named = (legal, verb) =>
  legal
    .filter((text) => text.startsWith(`${verb} `) && !text.endsWith("square"))
    .map((text) => Number(text.slice(verb.length + 1)));

/** As much of a choice as is still possible. @param {Choice | null} choice @param {string[]} legal @returns {Choice | null} */
export function fitting(choice, legal) {
  if (choice === null || choice.kind === "card") return choice;
  if (choice.kind === "guess") {
    const seats = named(legal, "guess");
    if (seats.length === 0) return null;
    return choice.seat === null || seats.includes(choice.seat) ? choice : { kind: "guess", seat: null };
  }
  const open = accusations(legal);
  if (open.length === 0) return null;
  const number = open.some((pair) => pair.number === choice.number) ? choice.number : null;
  const seat = open.some((pair) => pair.seat === choice.seat && (number === null || pair.number === number))
    ? choice.seat
    : null;
  return number === choice.number && seat === choice.seat ? choice : { kind: "accuse", seat, number };
}

/** The act that a complete choice stands for. @param {Choice | null} choice @returns {string | null} */
export function actOf(choice) {
  if (choice === null) return null;
  if (choice.kind === "card") return `place ${choice.number}`;
  if (choice.kind === "guess") return choice.seat === null ? null : `guess ${choice.seat}`;
  return choice.seat === null || choice.number === null ? null : `accuse ${choice.seat} ${choice.number}`;
}

/** The seats that a choice may name now; null when it names none. @param {Choice | null} choice @param {string[]} legal */
export function seatsFor(choice, legal) {
  if (choice === null || choice.kind === "card") return null;
  if (choice.kind === "guess") return named(legal, "guess");
  const open = accusations(legal).filter((pair) => choice.number === null || pair.number === choice.number);
  return [...new Set(open.map((pair) => pair.seat))];
}

/** The cards that an accusation may be about now. @param {Choice | null} choice @param {string[]} legal */
export function cardsFor(choice, legal) {
  if (choice === null || choice.kind !== "accuse") return null;
  return [...new Set(accusations(legal).map((pair) => pair.number))].sort((a, b) => a - b);
}
