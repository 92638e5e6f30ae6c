// What this seat knows of each token (S50): its latest sight, and the teams that the view says remain.

/**
 * @typedef {import("./types.js").Team} Team
 * @typedef {{team: Team, doubtful: boolean, mine: boolean}} Known what a token is drawn with; `mine`: I saw it, the table did not
 * @typedef {{sighting?: import("./types.js").Sighting, mine: boolean, now?: Team[], chip?: Known, swaps: import("./types.js").Exchange[]}} Knowledge
 *   `swaps`: the exchanges since that may have swapped it
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
    known.set(place, { sighting, mine, now, chip: chip(sighting, now, mine), swaps: swaps(view, sighting) });
  }
  return known;
}

/** The exchanges after a sight that may have swapped its place; who did one knows which it was. */
function swaps(
  /** @type {import("./types.js").View} */ view,
  /** @type {import("./types.js").Sighting | undefined} */ sighting,
) {
  if (!sighting?.may_have_moved) return [];
  const { of, turn } = sighting;
  return (view.exchanges ?? []).filter(
    (one) => one.turn > turn && one.by !== view.seat && typeof of === "number" && one.of.includes(of),
  );
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

/** What I know of a token, in words: "you saw CIA at the start; may have been swapped by Nina in turn 5; now CIA / Hippie". */
export function knowledgeWords(
  /** @type {Knowledge} */ known,
  /** @type {import("./types.js").Translate} */ t,
  /** @type {string[]} */ names,
) {
  return [seenWords(known, t, names), nowWords(known, t)].filter(Boolean).join(t("list.pause"));
}

/** What was seen, and what may have become of it. */
export function seenWords(
  /** @type {Knowledge} */ { sighting, mine, swaps: exchanges },
  /** @type {import("./types.js").Translate} */ t,
  /** @type {string[]} */ names,
) {
  if (!sighting) return "";
  const { saw, turn, moved } = sighting;
  let seen = t(`${mine ? "saw" : "shown"}.${turn === 0 ? "start" : "turn"}`, { team: t(saw), turn });
  if (moved) seen = t("saw.moved", { seen, moved: t("moved", { count: moved }) });
  if (!exchanges.length) return seen;
  const by = exchanges.map((one) => t("swapped.by", { name: names[one.by], turn: one.turn }));
  return t("saw.maybe", { seen, swaps: by.join(", ") });
}

/** What it can be now; nothing where a sight says it. */
export function nowWords(
  /** @type {Knowledge} */ { sighting, now },
  /** @type {import("./types.js").Translate} */ t,
) {
  const settled = sighting && !sighting.moved && !sighting.may_have_moved;
  if (now?.length === 1) return settled ? "" : t("now.certain", { team: t(now[0]) });
  return now ? t("now.open", { teams: now.map((team) => t(team)).join(" / ") }) : "";
}
