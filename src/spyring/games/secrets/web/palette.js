// The colours of the room. Cards and chips are things of paper: the theme does not exchange their inks.

export const INK = "#14181f";
export const PAPER = "#f4ecdc";
export const SHADE = "#dccfb3"; // paper in half light
export const RED = "var(--red, #d8432b)";
export const BRASS = "var(--brass, #c8993a)";
export const PETROL = "var(--petrol, #2b6f77)";
export const DUSK = "var(--dusk, #39406b)";
export const MIST = "#8fb9b4"; // petrol in full light

/**
 * What lies on each character card: the field, the figure, and the one thing it is known by.
 * @type {Record<string, {field: string, figure: string, mark: string}>}
 */
export const SUITS = {
  "double-agent": { field: DUSK, figure: PAPER, mark: BRASS },
  politician: { field: SHADE, figure: DUSK, mark: RED },
  psychiatrist: { field: PETROL, figure: PAPER, mark: RED },
  detective: { field: BRASS, figure: INK, mark: PAPER },
  journalist: { field: INK, figure: MIST, mark: PAPER },
  scientist: { field: MIST, figure: INK, mark: RED },
  diplomat: { field: PAPER, figure: PETROL, mark: INK },
  assassin: { field: RED, figure: INK, mark: INK },
};

/** @type {Record<string, number>} */
export const WORTH = {
  "double-agent": 2,
  politician: 3,
  psychiatrist: -1,
  detective: -2,
  journalist: 3,
  scientist: 5,
  diplomat: 1,
  assassin: 0,
};

export const CARDS = Object.keys(WORTH);
export const TEAMS = ["cia", "kgb", "hippie"];
/** @type {Record<string, string>} */
export const TEAM_COLOURS = { cia: PETROL, kgb: RED, hippie: BRASS };

/** A number of points with its sign, as it stands on a card. */
export function points(/** @type {number} */ value) {
  if (value > 0) return `+${value}`;
  return value < 0 ? `−${-value}` : "0";
}
