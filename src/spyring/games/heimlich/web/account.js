// The board in words, for those who read it as text.
import { AGENT, signed } from "./ring.js";
import { buildingName, reasons } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** The whole board. @param {View} view @param {number | null} seat @param {import("./words.js").Say} t @param {string[]} names
 * @returns {import("/games.js").Account} */
export function account(view, seat, t, names) {
  const gains = view.would_score;
  const agents = Object.entries(view.agents).map(([agent, at]) => {
    const gain = gains?.[agent] ? signed(gains[agent]) : "";
    return [
      t("agent.at", { agent: AGENT[agent].name, building: buildingName(t, at), count: view.scores[agent] }),
      gain && t("agent.gain", { gain }),
      agent === view.me && t("agent.mine"),
    ]
      .filter(Boolean)
      .join(" ");
  });
  const seats = names.map((name, number) =>
    [
      number === seat ? `${name} ${t("you")}` : name,
      number === view.active && t("seat.active"),
      view.hand_sizes && t("seat.cards", { count: view.hand_sizes[number] }),
      view.phase === "dossier" && view.written?.includes(number) && t("seat.written"),
    ]
      .filter(Boolean)
      .join(", "),
  );
  const town = [
    t("sr.safe", { building: buildingName(t, view.safe) }),
    view.roll ? t("sr.die", { face: view.roll.replace("-", "–") }) : "",
    view.pile === undefined ? "" : t("sr.cards", { pile: view.pile, discard: (view.discard ?? []).length }),
    view.phase === "cards" ? t(gains ? "cards.scores" : "cards.quiet") : "",
  ].filter(Boolean);
  const card = (/** @type {string} */ one) => `${t(`card.${one}`)}. ${t(`card.${one}.does`)}`;
  return [
    { title: t("agents"), lines: agents },
    { title: t("seats"), lines: seats },
    { title: t("buildings"), lines: town },
    { title: t("mine.agent"), lines: view.me ? [AGENT[view.me].name] : [] },
    {
      title: t("mine.hand"),
      lines: view.hand ? (view.hand.length ? view.hand.map(card) : [t("mine.none")]) : [],
    },
    {
      title: t("discard.open", { count: view.discard?.length ?? 0 }),
      lines: (view.discard ?? []).toReversed().map((one) => t(`card.${one}`)),
    },
    { title: t("phase.over"), lines: view.phase === "over" ? reasons(view, t, names) : [] },
  ];
}
