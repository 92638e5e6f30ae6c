// The board of Wink: a square at night, and the faces round it.

import { classes, html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { Undo, useChoice } from "/kit/choice.js";
import { Heard } from "/kit/heard.js";
import { goAmong, stepGrid, stepRound, useKeptFocus, useKeys, useRoving } from "/kit/keys.js";
import { useSend } from "/kit/send.js";
import { useMeasured } from "/kit/size.js";
import { cardWords, faceWords } from "./account.js";
import { actOf, cardsFor, fitting, named, seatsFor } from "./choice.js";
import { useChronicle } from "./chronicle.js";
import { Pairs, Records } from "./desk.js";
import { Actions, Hand, Panel, TurnRow, whyNoAccusation } from "./dock.js";
import { eyeClip } from "./faces.js";
import { Bubbles, OwnBubbles, useHappenings } from "./happenings.js";
import { gazeOf, layoutOf, sceneOf, unitOf } from "./layout.js";
import { Ledger, Winks } from "./ledger.js";
import { Glow, light, Night } from "./night.js";
import { firstSize, followFocus, sizeOf } from "./page.js";
import { revellers } from "./revellers.js";
import { FaceBody, faceClass, Icon } from "./ring.js";
import { seatNumber, seatPatterns } from "./seats.js";
import { Card, Pawns } from "./square.js";
import { Gazes, Standing } from "./wall.js";
import { namesOf, sorted } from "./words.js";

export { account, deed } from "./account.js";
export { Deal, dealt, trail } from "./ceremony.js";
export { heard, lasts } from "./happenings.js";
export { ask, claim, claimed, fitting, opened, reasons, rule, say, suspects, truth } from "./words.js";

/** With eyes on the screen everybody acts at the same time. @param {View} view */
export const live = (view) => view.looks !== undefined;

const COPIES_OF_ART = html`<svg class="wink-defs" width="0" height="0" aria-hidden="true"><defs>${seatPatterns()}${eyeClip()}${light()}${revellers(36)}</defs></svg>`;
const Art = () => COPIES_OF_ART;
const MIDDLE = 0.6; // of a big screen for the scene
const WHY_LASTS = 4000; // milliseconds for reading why something cannot be

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Shared} Shared */
/** @typedef {import("./types.js").Target} Target */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./choice.js").Choice} Choice */

/** @param {import("/kit/types.js").BoardProps<import("./types.js").View>} props */
export default function Board(props) {
  const { seat, legal, act, names, t, events, told, quiet, hidden, peek, screen, showing, sound } = props;
  const view = showing ? unended(props.view) : props.view;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { width, room, shape } = useMeasured(root, (board) => sizeOf(board, screen), firstSize);
  const numbers = Object.keys(view.square).length;
  const sides = screen && shape === "wide" && view.phase !== "over"; // a wall has room on both sides
  const inner = sides ? width * MIDDLE : width;
  const { across, high } = sceneOf(shape, seat, inner, room);
  const layout = useMemo(
    () => layoutOf(shape, view.seats, numbers, seat, across, high),
    [shape, view.seats, numbers, seat, across, high],
  );
  const unit = unitOf(layout, seat, inner, room);
  const wide = shape === "wide";
  const [choice, choosing] = useChoice("", /** @type {Choice | null} */ (null), (kept) =>
    fitting(kept, legal),
  );
  const choose = (/** @type {Choice | null} */ wanted) => choosing(() => wanted);
  const [wish, setWish] = useState(/** @type {string | null} */ (null));
  const covered = hidden && !peek;
  const eyes = view.looks !== undefined;
  const [keysOn, setKeysOn] = useState(true);
  const [why, setWhy] = useState("");
  const chronicle = useChronicle({ told, events, seats: view.seats, seat });
  const [desk, setDesk] = useState(false);
  const { send, under } = useSend({ legal, act, question: legal, each: true });
  const { bubbles, lines } = useHappenings({ events, view, chronicle, seat, root, quiet, t, names, sound });

  function doing(/** @type {string} */ text) {
    if (send(text) && text === actOf(choice)) choose(null);
  }
  /** Look there now, or with the next beat if I have looked elsewhere in this one (W44). @param {Target} target */
  function look(target) {
    if (seat === null || !view.looks || view.active === null) return;
    setWish(`look ${target}`);
    doing(`look ${target}`);
  }
  /** When I may not, the table says why. */
  const wink = () => (legal.includes("wink") ? doing("wink") : act("wink"));
  const noAccusation = seat === null ? "" : whyNoAccusation({ view, seat, legal, t });
  function accuse() {
    setWhy(noAccusation);
    if (!noAccusation)
      choose(choice?.kind === "accuse" ? null : { kind: "accuse", seat: null, number: null });
  }
  useEffect(() => {
    const timer = why ? setTimeout(() => setWhy(""), WHY_LASTS) : 0;
    return () => clearTimeout(timer);
  }, [why]);
  useEffect(() => {
    if (wish === null || seat === null) return;
    // Until the table knows: what is sent while another act is on its way comes to nothing.
    if (view.active === null || wish === `look ${view.looks?.[seat]}`) setWish(null);
    else if (legal.includes(wish)) doing(wish);
  }, [legal, wish]);
  const wished = wish !== null && !legal.includes(wish) ? wish : null; // it has to wait for the next beat

  function onFace(/** @type {number} */ other) {
    const seats = seatsFor(choice, legal);
    if (choice && choice.kind !== "card" && seats) {
      if (seats.includes(other)) choose({ ...choice, seat: choice.seat === other ? null : other });
    } else if (eyes && other !== seat) {
      choose(null); // a card that was looked at makes room for what can be done
      look(other);
    } else if (named(legal, "guess").includes(other)) choose({ kind: "guess", seat: other });
  }
  function onCard(/** @type {number} */ number) {
    const cards = cardsFor(choice, legal);
    if (choice?.kind === "accuse" && cards) {
      if (cards.includes(number)) choose({ ...choice, number: choice.number === number ? null : number });
    } else if (choice?.kind === "card" && choice.number === number) {
      if (legal.includes(`place ${number}`)) doing(`place ${number}`);
      else choose(null);
    } else if (choice?.kind !== "guess") choose({ kind: "card", number });
  }
  useKeys(
    {
      w: () => eyes && wink(),
      s: () => look("square"),
      d: () => doing("decline"),
      g: () => named(legal, "guess").length && choose({ kind: "guess", seat: null }),
      a: accuse,
      Escape: () => (choice ? choose(null) : desk ? setDesk(false) : wish !== null && setWish(null)),
      ...Object.fromEntries(names.map((_, other) => [String(seatNumber(other)), () => onFace(other)])),
    },
    seat !== null && keysOn,
  );
  useEffect(() => {
    if (view.active === seat && choice?.kind === "card") choose(null); // my turn: what it asks for is not to be covered
  }, [view.active === seat]);
  useEffect(() => (root.current ? followFocus(root.current, choice) : undefined), [choice?.kind]);
  useKeptFocus(root, (board) => board.querySelector(".wink-panel button, .wink-actions button"));

  const about = (/** @type {number} */ number) => cardWords({ number, view, seat, covered, legal, t, names });
  const faceOf = (/** @type {number} */ other) =>
    faceProps({ other, view, seat, layout, covered, choice, legal, wished, chronicle, t, names });
  const faceSeats = names.map((_, other) => other).filter((other) => layout.places[other]);
  const round = seat === null ? faceSeats : faceSeats.map((_, i) => (seat + 1 + i) % view.seats);
  const focused = (/** @type {number | null} */ other) =>
    other !== null && faceSeats.includes(other) ? other : faceSeats[0];
  const faces = useRoving("seat", /** @type {number | null} */ (null), (key, from) =>
    stepRound(key, round, focused(from)),
  );
  const cards = useRoving("number", /** @type {number} */ (1), (key, from) =>
    stepGrid(key, layout.columns, numbers, from),
  );
  function onFaceClick(/** @type {MouseEvent} */ event) {
    const other = seatOf(event);
    if (other < 0) return;
    faces.setAt(other);
    onFace(other);
  }
  function onCardClick(/** @type {MouseEvent} */ event) {
    const number = numberOf(event);
    if (!number) return;
    cards.setAt(number);
    onCard(number);
  }

  const start = (/** @type {Choice} */ wanted) => {
    setDesk(false);
    choose(wanted);
  };
  const evidence = html`<${Pairs} view=${view} seat=${seat} names=${names} t=${t} covered=${covered} legal=${legal} chronicle=${chronicle} start=${start} />
    <${Records} view=${view} seat=${seat} names=${names} t=${t} covered=${covered} legal=${legal} chronicle=${chronicle} start=${start} />`;
  const placeable = covered ? [] : named(legal, "place");
  const accusable = cardsFor(choice, legal);
  const night = useMemo(() => html`<${Night} layout=${layout} /><${Glow} layout=${layout} />`, [layout]);
  const scene = {
    width: `calc(var(--wink-u) * ${layout.width})`,
    height: `calc(var(--wink-u) * ${layout.height})`,
  };
  const aside = wide && seat !== null && view.phase !== "over"; // what is read now and then stands beside my things
  const keys =
    seat !== null &&
    view.phase !== "over" &&
    html`<label class="wink-keys"><input type="checkbox" checked=${keysOn} onChange=${() => setKeysOn(!keysOn)} /> ${t("keys", { last: view.seats })}</label>`;

  return html`<div ref=${root} class=${`wink-board wink-${shape} ${wide ? "" : "wink-flat"} ${layout.slim ? "wink-slim" : ""} ${layout.beside ? "wink-beside" : ""} ${quiet ? "wink-quiet" : ""} ${screen ? "wink-screen" : ""}`}
      style=${{ "--wink-u": `${unit.toFixed(3)}px`, "--wink-face": layout.face, "--wink-head": layout.head, "--wink-columns": layout.columns, "--wink-cell-x": `calc(var(--wink-u) * ${layout.cell.x.toFixed(2)})`, "--wink-cell-y": `calc(var(--wink-u) * ${layout.cell.y.toFixed(2)})` }}>
    <${Art} />
    <div class="wink-stage">${sides && html`<${Standing} view=${view} names=${names} t=${t} />`}<div class="wink-scene" style=${scene}>
      ${night}
      ${layout.status && html`<${Status} view=${view} seat=${seat} names=${names} t=${t} layout=${layout} />`}
      ${eyes && seat !== null && html`<div class="wink-ground" aria-hidden="true" onClick=${() => (choice ? choice.kind === "card" && choose(null) : look("square"))} style=${box(layout, wide ? 26 : 0)}></div>`}
      <div class="wink-square" role="group" aria-label=${t("square.title")} style=${box(layout, 0)} onKeyDown=${cards.onKeyDown}
          onClick=${onCardClick}>
        ${Array.from({ length: numbers }, (_, i) => {
          const number = i + 1;
          const marks = classes(
            !covered && view.hand?.includes(number) && "wink-holds",
            placeable.includes(number) && "wink-may",
            accusable && (accusable.includes(number) ? "wink-accusable" : "wink-dimmed"),
            choice?.number === number && "wink-chosen",
          );
          return html`<${Card} key=${number} number=${number} state=${view.square[number]} label=${about(number)} marks=${marks} current=${cards.at === number} inert=${seat === null} />`;
        })}
        <${Pawns} pawns=${view.pawns} layout=${layout} />
      </div>
      <div class="wink-ring" role="group" aria-label=${t("ring.title")} onKeyDown=${faces.onKeyDown} onClick=${onFaceClick}>
        ${faceSeats.map((other) => {
          const face = faceOf(other);
          return html`<button key=${other} type="button" class=${faceClass(face)} data-seat=${other} tabindex=${other === focused(faces.at) ? 0 : -1} aria-label=${face.label}
            aria-pressed=${seat === null ? null : face.watched || face.chosen} style=${spot(layout, other)}><${FaceBody} ...${face} /></button>`;
        })}
      </div>
      <${Bubbles} bubbles=${bubbles} layout=${layout} />
      ${seat === null && choice && html`<${Panel} choice=${choice} view=${view} seat=${seat} legal=${legal} doing=${doing} start=${choose} about=${about} t=${t} names=${names} />`}
    </div>${sides && html`<${Gazes} view=${view} names=${names} t=${t} chronicle=${chronicle} />`}</div>
    ${
      seat !== null &&
      html`<div class="wink-dock" onKeyDown=${goAmong}>
      <div class="wink-mine-row">
        <div class=${faceClass(faceOf(seat))} data-seat=${seat} role="img" aria-label=${faceOf(seat).label}><${FaceBody} ...${faceOf(seat)} /></div>
        <${Hand} view=${view} hand=${sorted(view.hand ?? [])} covered=${covered} onCard=${onCard} t=${t} names=${names} chosen=${choice?.number} />
      </div>
      ${choice && html`<${Panel} choice=${choice} view=${view} seat=${seat} legal=${legal} doing=${doing} start=${choose} about=${about} t=${t} names=${names} />`}
      ${
        !choice &&
        aside &&
        html`<div class="wink-panel wink-idle" tabindex="0" role="group" aria-label=${t("desk.title")}>${evidence}
        <${Ledger} view=${view} names=${names} t=${t} />${keys}</div>`
      }
      ${
        !choice &&
        !aside &&
        desk &&
        html`<div class="wink-panel wink-desk" role="group" aria-label=${t("desk.title")}>
        <div class="wink-desk-inside" tabindex="0" role="group" aria-label=${t("desk.title")}>${evidence}<${Ledger} view=${view} names=${names} t=${t} /></div>
        <div class="wink-buttons"><${Undo} dress="wink-button wink-main" label=${t("act.back")} undo=${() => setDesk(false)} /></div></div>`
      }
      ${
        view.phase !== "over" &&
        html`<div class="wink-bar"><${OwnBubbles} bubbles=${bubbles} seat=${seat} />
        <${TurnRow} view=${view} seat=${seat} legal=${legal} doing=${doing} start=${choose} covered=${covered} why=${why} chronicle=${chronicle} t=${t} names=${names} />
        <${Actions} view=${view} seat=${seat} wink=${wink} may=${legal.includes("wink")} look=${look} accuse=${accuse} why=${noAccusation} choice=${choice} covered=${covered} wished=${wished === "look square"} winking=${under === "wink" && !covered} desk=${aside ? null : () => setDesk(!desk)} t=${t} />
      </div>`
      }
    </div>`
    }
    ${!layout.status && view.phase !== "over" && html`<${Status} view=${view} seat=${seat} names=${names} t=${t} layout=${layout} />`}
    ${
      !aside &&
      (!screen || view.phase === "over") &&
      html`<${Ledger} view=${view} names=${names} t=${t} />
      ${view.phase === "over" ? html`<${Winks} view=${view} names=${names} t=${t} chronicle=${chronicle} />` : seat === null && evidence}${keys}`
    }
    <${Heard} lines=${lines} />
  </div>`;
}

/** As long as the last act is shown, nothing tells who has won: the masks do. @param {View} view @returns {View} */
const unended = (view) => (view.phase === "over" ? { ...view, phase: "place" } : view);

/** What was tapped. @param {Event} event @param {string} name */
const tapped = (event, name) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(`[data-${name}]`))
    ?.dataset[name];
const numberOf = (/** @type {Event} */ event) => Number(tapped(event, "number") ?? 0);
const seatOf = (/** @type {Event} */ event) => Number(tapped(event, "seat") ?? -1);

const at = (/** @type {number} */ n) => `calc(var(--wink-u) * ${n.toFixed(2)})`;

/** @param {Layout} layout @param {number} margin */
const box = ({ square, cell, columns, rows }, margin) => ({
  left: at(square.x - margin),
  top: at(square.y - margin),
  width: at(cell.x * columns + 2 * margin),
  height: at(cell.y * rows + 2 * margin),
});

/** @param {Layout} layout @param {number} seat */
const spot = (layout, seat) => ({
  left: at(layout.places[seat]?.x ?? 0),
  top: at(layout.places[seat]?.y ?? 0),
});

/** Whose turn it is, and the time: in the scene, or where the page says it too and room is dear, below all.
 * @param {Pick<Shared, "view" | "seat" | "names" | "t"> & {layout: Layout}} props */
function Status({ view, seat, names, t, layout }) {
  const beats = Number(view.options.beats);
  const struck = view.turn_beats ?? 0;
  const over = view.phase === "over";
  const whose = over
    ? t("status.over", { count: view.winners.length, names: namesOf(view.winners, names) })
    : view.active === null
      ? t(view.round === null ? "phase.deal" : "phase.over")
      : view.active === seat
        ? t("status.you")
        : t("status.turn", { name: names[view.active] });
  const { status, shape } = layout;
  return html`<div class=${`wink-status ${view.active === seat && seat !== null ? "wink-yours" : ""}`} style=${status && { left: at(status.x), top: at(status.y), [shape === "wide" ? "minWidth" : "width"]: at(status.width) }}>
    <span class="wink-whose">${whose}</span>
    ${view.round !== null && html`<span class="wink-round">${t("status.round", { round: view.round })}</span>`}
    ${
      !over &&
      view.looks &&
      view.active !== null &&
      html`<span class="wink-beats" title=${t("status.beat", { beat: view.beat })}>
      ${beats <= 5 && Array.from({ length: beats }, (_, i) => html`<i class=${i < struck ? "wink-lit" : ""}><${Icon} name="lantern" /></i>`)}
      <span class="wink-beat">${t("status.beat", { beat: view.beat })}</span></span>`
    }
  </div>`;
}

/** @param {Shared & {other: number, layout: Layout, wished: string | null, chronicle: import("./chronicle.js").Chronicle}} props
 * @returns {import("./ring.js").FaceProps} */
function faceProps({ other, view, seat, layout, covered, choice, legal, wished, chronicle, t, names }) {
  const looks = view.looks ? view.looks[other] : null;
  const pawn = view.pawns[other];
  const seats = seatsFor(choice, legal);
  const over = view.phase === "over";
  const seen =
    covered || over || seat === null || !view.winks
      ? []
      : chronicle.winks.filter(
          ({ by, at, number }) => by === other && number !== null && view.pawns[at] === number,
        ); // a mark goes when the pawn that it was meant for moves on
  const last = seen[seen.length - 1];
  const twin = !covered && pawn !== null && other !== seat && Boolean(view.hand?.includes(pawn));
  const atMe = !over && seat !== null && looks === seat;
  const props = {
    seat: other,
    name: names[other],
    looks: over ? null : looks,
    pawn,
    atMe,
    twin,
    active: view.active === other,
    gaze: looks === null ? null : gazeOf(layout, other, looks, seat),
    watched: !over && seat !== null && view.looks?.[seat] === other,
    wished: wished === `look ${other}`,
    chosen: seats !== null && choice?.seat === other,
    dimmed: seats !== null && !seats.includes(other) && other !== seat,
    wink: last ? last.at : null,
    hand: view.hand_sizes[other],
    counter: view.counter[other],
    up: view.face_up[other].length,
    score: over ? view.scores[other] : null,
    winner: over && view.winners.includes(other),
  };
  const label = faceWords({ other, view, seat, covered, wished: props.wished, last, t, names });
  return { ...props, label };
}
