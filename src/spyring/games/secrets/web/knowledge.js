// What this seat knows of each token (S50): its latest sight, and the teams that the view says remain.

/**
 * @typedef {import("./types.js").Team} Team
 * @typedef {{team: Team, doubtful: boolean, mine: boolean}} Known what a token is drawn with; `mine`: I saw it, the table did not
 * @typedef {{sighting?: import("./types.js").Sighting, mine: boolean, now?: Team[], chip?: Known}} Knowledge
 */

/**
 * Everything about the places of which something is known.
 * @returns {Map<number | string, Knowledge>}
 */
export function knowledge(/** @type {import("./types.js").View} */ view) {
  const latest = new Map((view.sightings ?? []).map((sighting) => [sighting.of, sighting]));
  const remaining = new Map((view.possible ?? []).map(({ of, teams }) => [of, teams]));
  const known = new Map();
  for (const place of new Set([...latest.keys(), ...remaining.keys()])) {
    const sighting = latest.get(place);
    const now = remaining.get(place);
    if (!sighting && now && now.length > 1) continue; // that is no news
    const mine = sighting ? isMine(view, sighting) : view.seat !== undefined;
    known.set(place, { sighting, mine, now, chip: chip(sighting, now, mine) });
  }
  return known;
}

/** The team that a token shows: the one that remains, else the one that was seen, if it may still be there. */
function chip(
  /** @type {import("./types.js").Sighting | undefined} */ sighting,
  /** @type {Team[] | undefined} */ now,
  /** @type {boolean} */ mine,
) {
  if (now?.length === 1) return { team: now[0], doubtful: false, mine };
  if (!sighting || (now && !now.includes(sighting.saw))) return undefined;
  return { team: sighting.saw, doubtful: now !== undefined || sighting.moved > 0, mine };
}

/** The first look is each seat's own, but for the centre (S3); later sights are mine if I was the one who looked. */
function isMine(
  /** @type {import("./types.js").View} */ view,
  /** @type {import("./types.js").Sighting} */ { of, turn },
) {
  if (view.seat === undefined) return false;
  if (turn === 0) return of !== "centre";
  return view.looks.some((look) => look.by === view.seat && look.of === of && look.turn === turn);
}

/** What I know of a token, in words: "you saw CIA at the start, perhaps swapped since; now CIA or Hippie". */
export function knowledgeWords(
  /** @type {Knowledge} */ { sighting, mine, now },
  /** @type {import("./types.js").Translate} */ t,
) {
  const words = [];
  if (sighting) words.push(sightingWords(sighting, mine, t));
  const settled = sighting && !sighting.moved && !sighting.may_have_moved;
  if (now?.length === 1 && !settled) words.push(t("now.certain", { team: t(now[0]) }));
  if (now && now.length > 1) words.push(t("now.open", { teams: now.map((team) => t(team)).join(" / ") }));
  return words.join("; ");
}

function sightingWords(
  /** @type {import("./types.js").Sighting} */ { saw, turn, moved, may_have_moved: maybe },
  /** @type {boolean} */ mine,
  /** @type {import("./types.js").Translate} */ t,
) {
  const when = turn === 0 ? "start" : "turn";
  let seen = t(`${mine ? "saw" : "shown"}.${when}`, { team: t(saw), turn });
  if (moved) seen = t("saw.moved", { seen, moved: t("moved", { count: moved }) });
  return maybe ? t("saw.maybe", { seen }) : seen;
}
