// What I could do now, for those who do not know it yet: one sentence where the buttons are.

import { beatsLeft, namesOf } from "./words.js";

const FRESH = 6; // beats for which a wink is news

/** A wink that I saw, as a quiet mark.
 * @param {import("./types.js").Seen} wink @param {number | null} seat @param {import("./types.js").Translate} t @param {string[]} names */
export const winkMark = (wink, seat, t, names) =>
  wink.at === seat
    ? t("mark.you", { name: names[wink.by], beat: wink.beat })
    : t("mark.third", { name: names[wink.by], other: names[wink.at], beat: wink.beat });

/** The last of some winks, while it is news. @template {{beat: number}} T @param {T[]} winks @param {number | null} [beat] @returns {T | null} */
export function fresh(winks, beat) {
  const last = winks[winks.length - 1];
  return last && (beat ?? 0) - last.beat <= FRESH ? last : null;
}

/** The seats whose pawn stands on a number that I hold: I am their partner (W15); first who looks at me.
 * @param {import("./types.js").View} view @param {number} seat */
function partners({ pawns, hand, looks }, seat) {
  const found = pawns.flatMap((number, other) =>
    number !== null && other !== seat && hand?.includes(number) ? [other] : [],
  );
  return [
    ...found.filter((other) => looks?.[other] === seat),
    ...found.filter((other) => looks?.[other] !== seat),
  ];
}

/** @param {Omit<import("./types.js").Shared, "choice" | "seat"> & {seat: number}} props @returns {string} */
export function hint({ view, seat, legal, covered, t, names }) {
  if (view.active === seat) {
    const wait = legal.some((text) => text.startsWith("place ")) || !view.looks ? 0 : beatsLeft(view);
    return wait === 0 ? t("place.now") : t("place.wait", { count: Number(view.options.beats) });
  }
  const [partner] = covered ? [] : partners(view, seat);
  const number = view.pawns[partner];
  if (!view.looks)
    return partner === undefined ? t("option.eyes.table") : t("hint.table", { name: names[partner], number });
  const at = view.looks[seat];
  const mayMean =
    !covered && at !== "square" && (view.options.bluff === "on" || view.hand?.includes(view.pawns[at] ?? 0));
  if (mayMean) {
    const watching = view.looks.flatMap((target, other) => (target === seat ? [other] : []));
    return watching.length
      ? t("hint.seen", { names: namesOf(watching, names) })
      : t("hint.unseen", { name: names[at] });
  }
  if (partner !== undefined) return t("hint.partner", { name: names[partner], number });
  const mine = view.pawns[seat];
  return mine !== null && at === "square" ? t("hint.seek", { number: mine }) : t("hint.look");
}
