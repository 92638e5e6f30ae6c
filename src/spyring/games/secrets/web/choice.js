// A choice in progress: what the legal texts let me pick, and which text my picks make. No rules, only the texts.

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {{text: string, verb: string, card: string | null, places: Place[]}} Option
 * @typedef {{card: string | null, places: Place[]}} Picks
 */

/** @type {Picks} */
export const NOTHING = { card: null, places: [] };

/** The neighbour on a side: left is the next to act, right the one before (S4). */
export function neighbour(
  /** @type {number} */ seat,
  /** @type {string} */ side,
  /** @type {number} */ seats,
) {
  return side === "left" ? (seat + 1) % seats : (seat + seats - 1) % seats;
}

/** What each legal text asks me to pick. @returns {Option[]} */
export function options(
  /** @type {string[]} */ legal,
  /** @type {number | null} */ seat,
  /** @type {number} */ seats,
) {
  return legal.map((text) => {
    const [verb, ...words] = text.split(" ");
    if (verb === "offer") return { text, verb, card: words[0], places: [Number(words[1])] };
    if (verb === "exchange")
      return { text, verb, card: null, places: [neighbour(seat ?? 0, words[0], seats)] };
    return {
      text,
      verb,
      card: null,
      places: words.map((word) => (word === "centre" ? "centre" : Number(word))),
    };
  });
}

/** S13: whoever holds the UN token and is the target is asked once, as accepting and interrupting come to the same. */
export const asksOnce = (
  /** @type {import("./types.js").View} */ view,
  /** @type {string[]} */ legal,
  /** @type {number | null} */ seat,
) => seat !== null && view.target === seat && legal.includes("abstain");

function fits(/** @type {Option} */ option, /** @type {Picks} */ picks) {
  return (
    (picks.card === null || option.card === picks.card) &&
    picks.places.every((place) => option.places.includes(place))
  );
}

/** The picks as far as they still fit what is legal. @returns {Picks} */
export function settled(/** @type {Option[]} */ all, /** @type {Picks} */ picks) {
  return all.some((option) => fits(option, picks)) ? picks : NOTHING;
}

/** Whether a place can be picked at all. */
export function isOpen(/** @type {Option[]} */ all, /** @type {Place} */ place) {
  return all.some((option) => option.places.includes(place));
}

/** The picks after a place was tapped: tapped again it is let go; one too many takes the place of the oldest. @returns {Picks} */
export function pickPlace(
  /** @type {Option[]} */ all,
  /** @type {Picks} */ picks,
  /** @type {Place} */ place,
) {
  if (picks.places.includes(place)) return { ...picks, places: picks.places.filter((one) => one !== place) };
  for (let drop = 0; drop <= picks.places.length; drop += 1) {
    const next = { ...picks, places: [...picks.places.slice(drop), place] };
    if (all.some((option) => fits(option, next))) return next;
  }
  return picks;
}

/** The picks after a card was tapped. @returns {Picks} */
export function pickCard(/** @type {Picks} */ picks, /** @type {string} */ card) {
  return { ...picks, card: picks.card === card ? null : card };
}

/** The picks without the last one. @returns {Picks} */
export function undone(/** @type {Picks} */ picks) {
  if (picks.places.length) return { ...picks, places: picks.places.slice(0, -1) };
  return NOTHING;
}

/** The one option that the picks make, when they are complete. @returns {Option | undefined} */
export function made(/** @type {Option[]} */ all, /** @type {Picks} */ picks) {
  const whole = all.filter((option) => fits(option, picks) && option.places.length === picks.places.length);
  return whole.length === 1 && whole[0].card === picks.card ? whole[0] : undefined;
}
