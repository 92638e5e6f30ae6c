// The board in words: what is said of a face and of a card, and all of it for those who read the board as text.

import { winkMark } from "./hints.js";
import { seatNumber } from "./seats.js";
import { beatsLeft, reasons, sorted, winkStory } from "./words.js";

/** @typedef {import("./types.js").Shared} Shared */
/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {import("./types.js").View} View */

/** A face in words: where it looks, its pawn, its cards. `last`: the last wink that I saw it make.
 * @param {Pick<Shared, "view" | "seat" | "covered" | "t" | "names"> & {other: number, wished?: boolean, last?: import("./types.js").Seen}} props */
export function faceWords({ other, view, seat, covered, wished = false, last, t, names }) {
  const over = view.phase === "over";
  const looks = view.looks?.[other] ?? null;
  const pawn = view.pawns[other];
  const words = [
    other === seat
      ? t("face.you", { name: names[other], number: seatNumber(other) })
      : t("face.seat", { name: names[other], number: seatNumber(other) }),
  ];
  const mine = other === seat ? ".mine" : "";
  if (view.active === other) words.push(t(`face.active${mine}`));
  if (looks !== null && !over)
    words.push(
      looks === "square"
        ? t(`face.looks.square${mine}`)
        : seat !== null && looks === seat
          ? t("face.looks.you")
          : t(`face.looks${mine}`, { name: names[looks] }),
    );
  if (!over && seat !== null && view.looks?.[seat] === other) words.push(t("face.watched"));
  if (wished) words.push(t("face.wished"));
  words.push(pawn === null ? t("face.off") : t("face.pawn", { number: pawn }));
  if (!covered && pawn !== null && other !== seat && view.hand?.includes(pawn)) words.push(t("face.twin"));
  words.push(
    t("face.cards", {
      hand: view.hand_sizes[other],
      counter: view.counter[other],
      up: view.face_up[other].length,
      down: view.face_down[other],
    }),
  );
  if (last) words.push(winkMark(last, seat, t, names));
  if (over) words.push(t("face.score", { count: view.scores[other] }));
  return words.join(" ");
}

/** A card of the square in words: its state, who stands on it, and what I know or may do.
 * @param {Omit<Shared, "choice"> & {number: number}} props */
export function cardWords({ number, view, seat, covered, legal, t, names }) {
  const owner = view.pawns.indexOf(number);
  const words = [t(`card.${view.square[number]}`, { number })];
  if (owner >= 0) words.push(owner === seat ? t("card.pawn.you") : t("card.pawn", { name: names[owner] }));
  if (!covered && view.hand?.includes(number)) words.push(t("card.twin"));
  if (view.banned.includes(number)) words.push(t("card.banned"));
  if (!covered && legal.includes(`place ${number}`)) words.push(t("card.may"));
  return words.join(" ");
}

/** The whole board. @param {View} view @param {number | null} seat @param {Translate} t @param {string[]} names
 * @returns {import("/games.js").Account} */
export function account(view, seat, t, names) {
  const shared = { view, seat, covered: false, t, names };
  const numbers = Object.keys(view.square);
  const lying = ["open", "down", "taken"].flatMap((state) => {
    const found = numbers.filter((number) => view.square[number] === state);
    return found.length ? [t(`square.${state}`, { numbers: found.join(", ") })] : [];
  });
  const stood = view.pawns.flatMap((number) =>
    number === null ? [] : [cardWords({ ...shared, number, legal: [] })],
  );
  const time = [
    view.round === null ? "" : t("status.round", { round: view.round }),
    view.looks && view.beat !== null && view.phase !== "over" ? t("status.beat", { beat: view.beat }) : "",
    view.looks && view.active === seat && beatsLeft(view)
      ? t("place.wait", { count: Number(view.options.beats) })
      : "",
  ];
  return [
    { title: t("ring.title"), lines: names.map((_, other) => faceWords({ ...shared, other })) },
    {
      title: t("hand.title"),
      lines: sorted(view.hand ?? []).map((number) => {
        const owner = view.pawns.indexOf(number);
        return owner >= 0 && owner !== seat
          ? t("hand.card.pawn", { number, name: names[owner] })
          : t("hand.card", { number });
      }),
    },
    { title: t("square.title"), lines: [time.filter(Boolean).join(" · "), ...stood, ...lying] },
    {
      title: t("winks.title"),
      lines: seat === null ? [] : (view.winks ?? []).map((wink) => winkMark(wink, seat, t, names)),
    },
    ...(view.phase === "over"
      ? [
          { title: t("ledger.score"), lines: reasons(view, t, names) },
          { title: t("winks.all"), lines: (view.all_winks ?? []).map((wink) => winkStory(wink, t, names)) },
        ]
      : []),
  ];
}

/** What can be done, as it stands on a button. @param {string} text @param {View} view @param {number | null} seat @param {Translate} t @param {string[]} names */
export function deed(text, view, seat, t, names) {
  const [verb, ...words] = text.split(" ");
  const name = names[Number(words[0])];
  const number = seat === null ? null : view.pawns[seat];
  if (verb === "look") return words[0] === "square" ? t("act.square.label") : t("act.look", { name });
  if (verb === "guess") return t("act.guess.confirm", { name, number });
  if (verb === "accuse") return t("act.accuse.confirm", { name, number: words[1] });
  if (verb === "place") return t("act.place.to", { number: words[0] });
  if (verb === "wink" || verb === "decline" || verb === "leave") return t(`act.${verb}`);
  return null;
}
