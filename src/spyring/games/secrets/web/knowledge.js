// What the view says that this seat has seen, by place (S50); nothing is worked out beyond it.

/** @typedef {{team: string, turn: number, moved: number, mine: boolean}} Sight `mine`: I saw it, the table did not */

/**
 * The latest sight of every place.
 * @returns {Map<number | string, Sight>}
 */
export function knowledge(/** @type {import("./types.js").View} */ view) {
  const seen = new Map();
  for (const { of, saw, turn, moved } of view.sightings ?? []) {
    seen.set(of, { team: saw, turn, moved, mine: isMine(view, of, turn) });
  }
  return seen;
}

/** The first look is each seat's own, but for the centre (S3); later sights are mine if I was the one who looked. */
function isMine(
  /** @type {import("./types.js").View} */ view,
  /** @type {number | string} */ of,
  /** @type {number} */ turn,
) {
  if (view.seat === undefined) return false;
  if (turn === 0) return of !== "centre";
  return view.looks.some((look) => look.by === view.seat && look.of === of && look.turn === turn);
}
