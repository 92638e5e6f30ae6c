// Heimlich & Co: the board. It draws any view from nothing, and offers the legal texts it was given.
import { classes, html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { useChoice } from "/kit/choice.js";
import { goAmong, useKeptFocus, useKeys } from "/kit/keys.js";
import { useSend } from "/kit/send.js";
import { useLying } from "/kit/size.js";
import {
  canStep,
  dossiers,
  dossierText,
  fromNotes,
  movement,
  moveText,
  safeHouses,
  spent,
  targets,
  writeLine,
} from "./choice.js";
import { Ending } from "./ending.js";
import { useScene } from "./frames.js";
import { Discard, Hand, Played, Secret } from "./hand.js";
import { usePassing } from "./passing.js";
import { AgentRow, Seats } from "./people.js";
import { CardPhase, DossierPhase, MovePhase, SafePhase, Waiting } from "./phases.js";
import { AGENT, TALL, WIDE } from "./ring.js";
import { Town } from "./town.js";
import { buildingName } from "./words.js";

export { account } from "./account.js";
export { Deal, dealt } from "./deal.js";
export { Evidence } from "./evidence.js";
export { lasts } from "./frames.js";
export { trail } from "./trail.js";
export {
  ask,
  claim,
  claimed,
  deed,
  fitting,
  guessed,
  opened,
  reasons,
  rule,
  say,
  suspects,
  truth,
} from "./words.js";

/**
 * A choice in progress.
 * @typedef {object} Choice
 * @property {string[]} tapped the agents that were tapped, one step each, in order
 * @property {string | null} aimed the building that the safe would go to
 * @property {string | null} card the Top Secret card that is being played
 * @property {string[]} said its targets so far
 * @property {Record<string, string> | null} written the dossier so far; null: as the notes have it
 * @property {import("./types.js").View | null} sent the view in which it was sent: it stays in sight until the next one
 */

/** @type {never[]} */
const NOBODY = [];
const UNMARKED = {};

/** @type {Choice} */
const NOTHING = { tapped: [], aimed: null, card: null, said: [], written: null, sent: null };

/** @param {import("/kit/types.js").BoardProps<import("./types.js").View>} props */
export default function Board(props) {
  const { view, seat, legal, act, names, t, quiet, hidden, peek, screen, showing, sound } = props;
  const { table, told = NOBODY, marks = UNMARKED } = props;
  const key = useMemo(() => legal.join("\n"), [legal]);
  const [choice, change] = useChoice(key, NOTHING, (kept) =>
    kept.sent === null || kept.sent === view ? kept : NOTHING,
  );
  const choose = (/** @type {Partial<Choice>} */ picked) =>
    change((now) => ({ ...now, sent: null, ...picked }));
  const scene = useScene(props);
  const open = !hidden || peek;
  const lying = useLying();
  const [looking, setLooking] = useState(false);
  const onDiscard = view.discard?.length && !screen ? () => setLooking(true) : undefined;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const panel = useRef(/** @type {HTMLElement | null} */ (null));

  const sending = useSend({ legal, act, question: view });
  const send = (/** @type {string} */ text) => {
    if (sending.send(text)) choose({ sent: view });
  };
  useKeptFocus(root, () => panel.current);
  const passing = usePassing({ view, seat, legal, table, told, busy: choice.card !== null, send });

  const agents = Object.keys(view.agents);
  const moves = useMemo(() => movement(legal), [key]);
  const steps = Object.fromEntries(
    agents.map((agent) => [agent, choice.tapped.filter((one) => one === agent).length]),
  );
  const used = spent(steps);
  const ends = Object.fromEntries(agents.map((agent) => [agent, view.reach?.[agent][steps[agent]]]));
  const landing = Object.fromEntries(agents.map((agent) => [agent, ends[agent]?.at ?? view.agents[agent]]));
  const card = open && choice.card ? targets(legal, choice.card, choice.said) : null;
  const planned = card?.whole && choice.sent === null ? (view.plays?.[card.whole] ?? null) : null;
  const gains = agents.some((agent) => ends[agent]?.scores)
    ? Object.fromEntries(agents.map((agent) => [agent, ends[agent]?.gain ?? 0]))
    : (planned ?? view).would_score;

  const able = useMemo(
    () => new Set(agents.filter((agent) => canStep(moves.moves, steps, agent))),
    [key, choice.tapped.join()],
  );
  const pickable = (/** @type {string} */ agent) => (card ? card.next.includes(agent) : able.has(agent));
  const houses = card
    ? card.next.filter((word) => choice.card === "move-safe" && !(word in AGENT))
    : safeHouses(legal);
  const aimed = choice.card === "move-safe" ? (choice.said[0] ?? null) : choice.aimed;

  const step = (/** @type {string} */ agent) => {
    if (card) {
      if (card.next.includes(agent)) choose({ said: [...choice.said, agent] });
    } else if (able.has(agent)) {
      sound("step");
      choose({ tapped: [...choice.tapped, agent] });
    }
  };
  const back = (/** @type {string} */ agent) => {
    const place = choice.tapped.lastIndexOf(agent);
    if (place >= 0) choose({ tapped: choice.tapped.filter((_, index) => index !== place) });
  };
  const undo = () => {
    if (choice.said.length) choose({ said: choice.said.slice(0, -1) });
    else if (choice.card) choose({ card: null });
    else if (choice.aimed) choose({ aimed: null });
    else if (choice.tapped.length) choose({ tapped: choice.tapped.slice(0, -1) });
    else return false;
    return true;
  };
  useKeys({ Escape: undo });
  const aim = (/** @type {string} */ building) => {
    if (choice.card === "move-safe") choose({ said: [building] });
    else choose({ aimed: building });
  };

  // Where the hand lies below the window's edge, what is asked about a card would be out of sight.
  useEffect(() => {
    if (choice.card) panel.current?.scrollIntoView({ block: "nearest" });
  }, [choice.card]);

  const begun = used > 0;
  /** @type {import("./town.js").Scene} */
  const drawn = begun
    ? { ...scene, agents: landing }
    : planned
      ? {
          ...scene,
          agents: { ...view.agents, ...planned.agents },
          scores: { ...view.scores, ...planned.scores },
        }
      : scene;
  const movers = begun ? agents.filter((agent) => steps[agent] > 0) : Object.keys(planned?.agents ?? {});
  const all = useMemo(() => dossiers(legal), [key]);
  const noted = useMemo(() => (all.length > 0 ? fromNotes(all, marks) : {}), [key, marks]);
  const written = choice.written ?? noted;
  const shared = { view, seat, legal, names, t, choice, choose, send, undo, open };
  const ended = view.phase === "over" && !showing; // what led there is played out first
  const phase = () => {
    if (ended) return html`<${Ending} ...${shared} quiet=${quiet} />`;
    if (moves.most > 0)
      return html`<${MovePhase} ...${shared} moves=${moves} used=${used} steps=${steps} landing=${landing} scores=${gains !== null} text=${moveText(agents, steps)} />`;
    if (legal.some((text) => text === "pass" || text === "done" || text.startsWith("play ")))
      return html`<${CardPhase} ...${shared} card=${card} planned=${planned} passing=${passing} onSay=${(/** @type {string} */ word) => choose({ said: [...choice.said, word] })} />`;
    if (all.length > 0)
      return html`<${DossierPhase} ...${shared} lying=${lying} all=${all} written=${written} noted=${choice.written === null && Object.keys(noted).length > 0} text=${dossierText(written, agents)}
        onWrite=${(/** @type {string} */ agent, /** @type {string} */ owner) => choose({ written: writeLine(all, written, agent, owner) })} />`;
    if (houses.length > 0) return html`<${SafePhase} ...${shared} houses=${houses} onAim=${aim} />`;
    return html`<${Waiting} ...${shared} passing=${passing} />`;
  };

  const kind = classes(
    "heimlich",
    `heimlich-in-${view.phase === "over" && !ended ? "safe" : view.phase}`,
    quiet && "heimlich-quiet",
    screen && "heimlich-screen",
    moves.most > 0 && "heimlich-moving",
  );
  return html`<div class=${kind} ref=${root}>
    <div class="heimlich-table">
    <div class="heimlich-picture">
      <${Town} plan=${screen ? WIDE : TALL} scene=${drawn} mine=${open ? view.me : null} view=${view} steps=${steps} can=${pickable} picked=${choice.said} gains=${gains !== null}
        origin=${Object.fromEntries(movers.map((agent) => [agent, view.agents[agent]]))}
        onStep=${step} onBack=${back} houses=${houses} aimed=${aimed} onHouse=${aim} onDiscard=${onDiscard} rest=${moves.most > 0 ? moves.most - used : null} />
      ${scene.played && html`<${Played} ...${scene.played} names=${names} t=${t} />`}
    </div>
    <div class="heimlich-row">
      <p class="unseen">${t("sr.safe", { building: buildingName(t, view.safe) })} ${view.roll ? t("sr.die", { face: view.roll.replace("-", "–") }) : ""}${" "}
        ${view.pile === undefined ? "" : t("sr.cards", { pile: view.pile, discard: (view.discard ?? []).length })}</p>
      ${!ended && html`<${AgentRow} ...${shared} points=${drawn.scores} agents=${begun || planned ? drawn.agents : view.agents} steps=${steps} moving=${moves.most > 0} gains=${gains} can=${pickable} onStep=${step} onBack=${back} />`}
    </div>
    <div class="heimlich-do" ref=${panel} tabindex="-1" onKeyDown=${goAmong}>${phase()}</div>
    ${
      seat !== null &&
      !ended &&
      html`<div class="heimlich-mine">
      <${Secret} agent=${view.me} open=${open} goal=${!view.hand} t=${t} />
      ${
        view.hand &&
        html`<${Hand} hand=${view.hand} view=${view} legal=${legal} open=${open} chosen=${choice.card} t=${t} onDiscard=${onDiscard}
        onChoose=${(/** @type {string} */ chosen) => choose({ card: choice.card === chosen ? null : chosen, said: [] })} />`
      }
    </div>`
    }
    ${!ended && html`<${Seats} ...${shared} />`}
    </div>
    ${looking && view.discard && html`<${Discard} discard=${view.discard} t=${t} close=${() => setLooking(false)} />`}
  </div>`;
}
