// The board in words, for those who read it as text.
import { neighbour } from "./choice.js";
import { points, WORTH } from "./palette.js";
import { describe } from "./seats.js";
import { placeObject, reasons, result } from "./words.js";

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

/** What an act is called on a button. @param {string} text @param {View} _ @param {number | null} seat @param {import("./types.js").Translate} t @param {string[]} names
 * @returns {string | null} */
export function deed(text, _, seat, t, names) {
  const [verb, ...words] = text.split(" ");
  const name = (/** @type {string} */ word) => names[Number(word)];
  switch (verb) {
    case "offer":
      return t("do.offer", { card: t(`card.${words[0]}`), name: name(words[1]) });
    case "look":
      return t("do.look", { place: placeObject(words[0], t, names) });
    case "swap":
      return t("do.swap", { name: name(words[0]), other: name(words[1]) });
    case "exchange":
      return t("do.exchange", { name: names[neighbour(Number(seat), words[0], names.length)] });
    case "send":
    case "shoot":
      return t(`do.${verb}`, { name: name(words[0]) });
    case "accept":
    case "refuse":
    case "interrupt":
    case "abstain":
      return t(`do.${verb}`);
    default:
      return null;
  }
}
