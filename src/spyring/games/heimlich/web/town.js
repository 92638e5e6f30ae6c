// The picture: sky, track, houses, agents, markers, safe, lamp and die, drawn from one scene.
import { classes, html } from "/dom.js";
import { Die, Figure, Mark, Marker, Safe } from "./figures.js";
import { House } from "./houses.js";
import { TopSecretPicture } from "./pictures.js";
import {
  AGENT,
  BUILDINGS,
  DOSSIER_STONE,
  FINISH,
  markerPlaces,
  places,
  signed,
  stoneOf,
  TALL,
  WORTH,
} from "./ring.js";

/** @typedef {import("./ring.js").Plan} Plan */

/**
 * What the picture shows at one moment: the view, or a step on the way to it.
 * @typedef {object} Scene
 * @property {Record<string, string>} agents
 * @property {Record<string, number>} scores
 * @property {string} safe
 * @property {string | null} roll
 * @property {boolean} [rolls] while the die rolls
 * @property {string[]} [lit] buildings that score just now
 * @property {{agent: string, building: string, points: number}[]} [flights] numbers on their way to a stone
 * @property {{by: number, card: string, targets: string[]}} [played] the Top Secret card that is being played
 */

/** @param {{x: number, y: number, scale?: number}} place */
const at = ({ x, y, scale = 1 }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });

const STARS = [
  [120, 96],
  [250, 84],
  [420, 90],
  [560, 84],
  [300, 250],
  [470, 258],
  [252, 330],
  [478, 372],
  [96, 420],
  [620, 250],
];

/** @param {{plan: Plan}} props */
const Sky = ({ plan: { width, height } }) => html`
  <defs>
    <radialGradient id="heimlich-lamplight"><stop offset="0" class="heimlich-light-in" /><stop offset="1" class="heimlich-light-out" /></radialGradient>
    <radialGradient id="heimlich-glow"><stop offset="0" stop-color="#f7c866" stop-opacity="0.85" /><stop offset="1" stop-color="#f7c866" stop-opacity="0" /></radialGradient>
  </defs>
  <rect class="heimlich-road" width=${width} height=${height} rx="108" />
  <rect class="heimlich-ground" x="68" y="68" width=${width - 136} height=${height - 136} rx="50" />
  <path class="heimlich-ground-2" d=${`M68 ${height - 300} L${width - 68} 300 V${height - 118} a50 50 0 0 1 -50 50 H118 a50 50 0 0 1 -50 -50 Z`} />
  ${STARS.map(([x, y], index) => html`<circle class="heimlich-star" cx=${(x * width) / TALL.width} cy=${(y * height) / TALL.height} r=${index % 3 ? 2 : 3} />`)}`;

/** The square in the middle: street lamp, its pool of light. @param {{plan: Plan}} props */
const Lamp = ({ plan: { square, lamp } }) => html`
  <ellipse cx=${square.x} cy=${square.y + 40} rx="250" ry="270" fill="url(#heimlich-lamplight)" />
  <ellipse class="heimlich-pool" cx=${square.x} cy=${square.y + (lamp ? 88 : 40)} rx=${lamp ? 126 : 200} ry="62" />
  ${
    lamp &&
    html`<g transform=${`translate(${square.x} ${square.y})`}>
    <path d="M-12 -100 L-125 82 A126 62 0 0 0 125 82 L12 -100 Z" class="heimlich-beam" />
    <path d="M-4 84 V-96 h8 V84 Z M-16 84 h32 l4 12 h-40 Z M-9 40 h18 v6 h-18 Z" fill="#14181f" />
    <path d="M-22 -98 h44 l-8 -8 h-28 Z M-17 -98 l4 -38 h26 l4 38 Z" fill="#14181f" />
    <path d="M-12 -101 l3 -31 h18 l3 31 Z" fill="#ffe3a0" class="heimlich-flame" />
    <path d="M-19 -136 h38 L0 -154 Z" fill="#14181f" /><circle cy="-156" r="4" fill="#14181f" />
  </g>`
  }`;

/** The track; where a marker lies one sees it instead of the number. @param {{plan: Plan, dossier: boolean, scores: Record<string, number>}} props */
const Track = ({ plan, dossier, scores }) => {
  const taken = new Set(Object.values(scores).map((points) => points % FINISH));
  return plan.stones.map(({ x, y, inward }, stone) => {
    const start = stone === 0;
    const lean = (Math.atan2(inward.y, inward.x) * 180) / Math.PI - 90 + ((stone * 37) % 7) - 3;
    return html`<g transform=${`translate(${x} ${y})`}>
      <rect class=${start ? "heimlich-stone heimlich-start" : `heimlich-stone heimlich-stone-${stone % 3}`}
        x="-28.500" y="-28.500" width="57" height="57" rx=${15 + (stone % 4) * 2} transform=${start ? "" : `rotate(${lean.toFixed(1)})`} />
      ${start && html`<path class="heimlich-finish" d="M-21 -23 h7 v6 h-7 Z M-7 -23 h7 v6 h-7 Z M7 -23 h7 v6 h-7 Z M-14 -17 h7 v6 h-7 Z M0 -17 h7 v6 h-7 Z M14 -17 h7 v6 h-7 Z" />`}
      ${dossier && stone === DOSSIER_STONE && html`<path d="M-18 -19 h12 l5 6 h19 v32 h-36 Z" class="heimlich-folder" />`}
      ${!taken.has(stone) && html`<text class="heimlich-stone-number" y=${start ? 16 : 10.5} text-anchor="middle" font-size="30">${start ? FINISH : stone}</text>`}
    </g>`;
  });
};

/** @param {{plan: Plan, scores: Record<string, number>}} props */
function Markers({ plan, scores }) {
  const found = markerPlaces(plan, scores);
  return Object.keys(scores).map(
    (agent) => html`
    <g key=${agent} class="heimlich-goes" style=${at(found[agent])}>
      <${Marker} agent=${agent} />
      ${
        scores[agent] >= FINISH &&
        html`<g transform="translate(17 -25)">
        <rect x="-19" y="-14" width="38" height="26" rx="7" fill="#c8993a" stroke="#14181f" stroke-width="2.5" />
        <text class="heimlich-number" y="7" text-anchor="middle" font-size="23" fill="#14181f">${scores[agent]}</text></g>`
      }
    </g>`,
  );
}

/**
 * Agents before their houses; those that were tapped stand where they would land, with their steps.
 * @param {{plan: Plan, agents: Record<string, string>, steps: Record<string, number>, safe: string, mine: string | null, can: (agent: string) => boolean,
 *   picked: string[], onStep: (agent: string) => void, onBack: (agent: string) => void}} props
 */
function Agents({ plan, agents, steps, safe, mine, can, picked, onStep, onBack }) {
  /** @type {Record<string, {x: number, y: number, scale: number}>} */
  const found = {};
  for (const building of BUILDINGS) {
    const here = Object.keys(agents).filter((agent) => agents[agent] === building);
    for (const [index, place] of places(plan, building, here.length).entries()) found[here[index]] = place;
  }
  return Object.keys(agents).map((agent) => {
    const moved = steps[agent] > 0;
    const kind = classes(
      "heimlich-goes heimlich-agent",
      moved && "heimlich-moved",
      can(agent) && "heimlich-can",
      agent === mine && "heimlich-mine-here",
    );
    return html`<g key=${agent} class=${kind} style=${at(found[agent])} ...${
      can(agent) || moved
        ? held(
            () => onStep(agent),
            () => onBack(agent),
          )
        : {}
    }>
      <title>${AGENT[agent].name}</title>
      ${can(agent) && !moved && html`<ellipse class="heimlich-may" rx="28" ry="8" />`}
      ${moved && html`<ellipse class=${agents[agent] === safe ? "heimlich-lands heimlich-lands-safe" : "heimlich-lands"} rx="29" ry="9" />`}
      ${picked.includes(agent) && html`<path class="heimlich-picked" d="M0 -78 l-11 -17 h22 Z" />`}
      <rect x="-24" y="-72" width="48" height="76" fill="transparent" />
      <${Figure} agent=${agent} />
      ${
        moved &&
        html`<g class="heimlich-steps" transform="translate(19 -56)"><circle r="15" fill="#14181f" stroke="#fdf6e4" stroke-width="2" />
        <text class="heimlich-number" y="8" text-anchor="middle" font-size="23" fill="#fdf6e4">${steps[agent]}</text></g>`
      }
    </g>`;
  });
}

const LONG_PRESS = 450; // milliseconds

/**
 * A tap, or a press that is held: the two gestures of movement. The finger's own times decide between them, not a timer:
 * a busy page hears late that a tap is over.
 * @param {() => void} tap @param {() => void} hold
 */
export function held(tap, hold) {
  const letGo = (/** @type {Event} */ event) => delete thing(event).dataset.since;
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      thing(event).dataset.held = "";
      thing(event).dataset.since = String(event.timeStamp);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const target = thing(event);
      if (event.timeStamp - Number(target.dataset.since) >= LONG_PRESS) {
        target.dataset.held = "yes";
        hold();
      }
      letGo(event);
    },
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    onClick: (/** @type {MouseEvent} */ event) => {
      const target = thing(event);
      if (target.dataset.held === "yes") target.dataset.held = "";
      else tap();
    },
    onContextMenu: (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      if (event.button === 2) hold();
    },
  };
}

/** @param {Event} event */
const thing = (event) => /** @type {HTMLElement} */ (event.currentTarget);

/** Numbers, each with its agent's sign, that fly from a house to a stone. @param {{plan: Plan, flights: NonNullable<Scene["flights"]>, scores: Record<string, number>}} props */
const Flights = ({ plan, flights, scores }) =>
  flights.map(({ agent, building, points }) => {
    const from = plan.houses[building];
    const to = stoneOf(plan, scores[agent]);
    const above = flights
      .filter((flight) => flight.building === building)
      .findIndex((flight) => flight.agent === agent);
    const style = {
      "--heimlich-from": `translate(${from.x + (above % 2 ? 50 : -38)}px, ${from.y - 86 - 44 * Math.floor(above / 2)}px)`,
      "--heimlich-to": `translate(${to.x}px, ${to.y}px)`,
    };
    return html`<g key=${`${building}-${agent}`} class="heimlich-flight" style=${style}>
      <rect x="-44" y="-23" width="88" height="46" rx="23" fill="#f7c866" stroke="#14181f" stroke-width="3" />
      <g transform="translate(-20 0) scale(0.82)"><${Marker} agent=${agent} /></g>
      <text class="heimlich-number" x="19" y="10" text-anchor="middle" font-size="30" fill="#14181f">${signed(points)}</text></g>`;
  });

/** Pile and discard, on the square. @param {{plan: Plan, pile: number, discard: string[], onDiscard?: () => void}} props */
const Stacks = ({ plan: { square }, pile, discard, onDiscard }) => html`
  <g transform=${`translate(${square.x - 92} ${square.y + 26})`}>
    ${pile > 1 && html`<rect x="-25" y="-38" width="56" height="82" rx="7" fill="#1d2342" stroke="#0b0e1a" stroke-width="2" />`}
    ${pile > 0 && html`<rect x="-29" y="-42" width="56" height="82" rx="7" fill="#39406b" stroke="#f4ecdc" stroke-width="2.5" /><g transform="translate(-1 -10)"><${Mark} radius=${15} /></g>`}
    ${pile === 0 && html`<rect x="-28" y="-41" width="54" height="80" rx="7" fill="none" stroke="#f4ecdc" stroke-width="2.500" stroke-dasharray="6 6" opacity="0.6" />`}
    <text class="heimlich-number" x="-1" y="33" text-anchor="middle" font-size="34" fill="#fdf6e4">${pile}</text>
  </g>
  <g class=${onDiscard ? "heimlich-open" : ""} transform=${`translate(${square.x + 92} ${square.y + 26})`} onClick=${onDiscard}>
    <rect x="-28" y="-41" width="56" height="82" rx="7" class=${discard.length ? "heimlich-discard" : "heimlich-discard heimlich-none"} />
    ${
      discard.length > 0 &&
      html`<g transform="translate(0 -12) scale(0.46)"><${TopSecretPicture} card=${discard[discard.length - 1]} /></g>
      <text class="heimlich-number" y="33" text-anchor="middle" font-size="34" fill="#14181f">${discard.length}</text>`
    }
  </g>`;

/**
 * The whole town. Pointers only: everything that can be tapped here is a button below it too.
 * @param {{plan?: Plan, scene: Scene, view: import("./types.js").View, mine?: string | null, steps?: Record<string, number>, origin?: Record<string, string>, gains?: boolean,
 *   can: (agent: string) => boolean, picked: string[], onStep: (agent: string) => void, onBack: (agent: string) => void,
 *   houses: string[], aimed: string | null, onHouse: (building: string) => void, onDiscard?: () => void, rest: number | null}} props
 */
export function Town({
  plan = TALL,
  scene,
  view,
  mine = null,
  steps = {},
  origin = {},
  gains = false,
  can,
  picked,
  onStep,
  onBack,
  houses,
  aimed,
  onHouse,
  onDiscard,
  rest,
}) {
  const { houses: feet, square } = plan;
  const lit = scene.lit ?? [];
  const safe = aimed ?? scene.safe;
  return html`<svg class="heimlich-town" viewBox=${`0 0 ${plan.width} ${plan.height}`} aria-hidden="true">
    <${Sky} plan=${plan} />
    <${Lamp} plan=${plan} />
    <${Track} plan=${plan} dossier=${view.options.dossier === "on"} scores=${scene.scores} />
    ${BUILDINGS.map((building) => {
      const open = houses.includes(building);
      const kind = classes(
        "heimlich-house",
        lit.includes(building) && "heimlich-lit",
        open && "heimlich-open",
        building === safe && "heimlich-has-safe",
      );
      return html`<g key=${building} class=${kind} style=${at(feet[building])} data-building=${building} onClick=${open ? () => onHouse(building) : undefined}>
        <ellipse class="heimlich-halo" cy="-44" rx="104" ry="96" fill="url(#heimlich-glow)" />
        <ellipse cy="2" rx="66" ry="9" fill="#14181f" opacity="0.35" />
        <${House} building=${building} />
        ${open && html`<rect class="heimlich-target" x="-67" y="-124" width="134" height="166" rx="16" />`}
      </g>`;
    })}
    <g class="heimlich-goes heimlich-safe" style=${at({ x: feet[safe].x - 45, y: feet[safe].y - 46 })}>
      <circle r="50" fill="url(#heimlich-glow)" class="heimlich-shine" /><${Safe} />
    </g>
    ${aimed && aimed !== scene.safe && html`<g class="heimlich-ghost" style=${at({ x: feet[scene.safe].x - 45, y: feet[scene.safe].y - 46 })}><rect x="-23" y="-22" width="46" height="42" rx="5" /></g>`}
    ${view.pile !== undefined && html`<${Stacks} plan=${plan} pile=${view.pile} discard=${view.discard} onDiscard=${onDiscard} />`}
    <g transform=${`translate(${square.x + plan.die.x} ${square.y + plan.die.y})`}>
      ${scene.roll && html`<g key=${scene.rolls ? "rolls" : "lies"} class=${scene.rolls ? "heimlich-rolls" : ""}><${Die} face=${scene.roll} /></g>`}
      ${rest !== null && Array.from({ length: rest }, (_, index) => html`<circle class="heimlich-rest" cx=${(index - (rest - 1) / 2) * 22} cy="52" r="8" />`)}
    </g>
    ${Object.keys(origin).map((agent) => html`<g key=${`from-${agent}`} class="heimlich-ghost" style=${at({ x: feet[origin[agent]].x, y: feet[origin[agent]].y + 40 })}><ellipse rx="16" ry="6" /></g>`)}
    <${Agents} plan=${plan} agents=${scene.agents} steps=${steps} safe=${scene.safe} mine=${mine} can=${can} picked=${picked} onStep=${onStep} onBack=${onBack} />
    ${
      gains &&
      BUILDINGS.filter((building) => Object.values(scene.agents).includes(building) && WORTH[building]).map(
        (building) => html`
      <g key=${`gain-${building}`} class="heimlich-gain" style=${at({ x: feet[building].x + 44, y: feet[building].y - 78 })}>
        <circle r="22" /><text class="heimlich-number" y="9" text-anchor="middle" font-size="25" fill="#14181f">${signed(WORTH[building])}</text></g>`,
      )
    }
    <${Markers} plan=${plan} scores=${scene.scores} />
    ${scene.flights && html`<${Flights} plan=${plan} flights=${scene.flights} scores=${scene.scores} />`}
  </svg>`;
}
