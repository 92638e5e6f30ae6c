// The board in words, for those who read it as text.
import { points, WORTH } from "./palette.js";
import { describe } from "./seats.js";
import { reasons, result } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** The whole board. @param {View} view @param {number | null} seat @param {import("./types.js").Translate} t @param {string[]} names
 * @returns {import("/games.js").Account} */
export function account(view, seat, t, names) {
  const over = view.phase === "over";
  const shared = { view, seat, names, t, covered: false };
  const card = (/** @type {string} */ one) =>
    `${t(`card.${one}`)} ${points(WORTH[one])}. ${t(`does.${one}`)}`;
  const offered = view.offered
    ? `${t("you.offered")}: ${t(`card.${view.offered}`)}`
    : t(view.target === null ? "open.two" : "one.of.two");
  return [
    {
      title: t("table"),
      lines: [...names.map((_, one) => describe(one, shared)), describe("centre", shared)],
    },
    { title: view.revealed.length ? offered : "", lines: view.revealed.map(card) },
    {
      title: t("aim"),
      lines: over
        ? [result(view, t, names), ...reasons(view, t, names)]
        : [
            ...(view.bullet == null ? [] : [t("bullet.drawn", { points: points(view.bullet) })]),
            ...(view.un === null ? [t("un.here")] : []),
            t("deck", { count: view.deck }),
            ...["team", "hippie", "end"].map((line) => t(`aim.${line}`, { cards: view.ends_at })),
          ],
    },
  ];
}
