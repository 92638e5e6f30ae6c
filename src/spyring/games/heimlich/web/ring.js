// The town on paper: who the agents are, where each house and each stone lies, and where a figure stands.

/** @typedef {{key: string, name: string, letter: string, shape: string, colour: string, shade: string}} Agent */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, scale: number}} Place */

/** The seven agents in the order of H1: colour is never alone, each has its shape and letter. */
export const AGENTS = /** @type {Agent[]} */ ([
  { key: "grey", name: "Schulz", letter: "S", shape: "circle", colour: "#b3b8bf", shade: "#6c727c" },
  { key: "yellow", name: "Perry", letter: "P", shape: "triangle", colour: "#f3cf45", shade: "#a27f10" },
  { key: "orange", name: "Bucci", letter: "B", shape: "square", colour: "#f0914a", shade: "#a4501a" },
  { key: "red", name: "Jaques", letter: "J", shape: "diamond", colour: "#ea6a55", shade: "#9c2b1c" },
  { key: "green", name: "Mirkov", letter: "M", shape: "pentagon", colour: "#6cb876", shade: "#2f6d3d" },
  { key: "blue", name: "Doyle", letter: "D", shape: "hexagon", colour: "#74ade6", shade: "#2b5f9c" },
  { key: "purple", name: "Larsson", letter: "L", shape: "star", colour: "#bb92da", shade: "#6b3f92" },
]);

/** @type {Record<string, Agent>} */
export const AGENT = Object.fromEntries(AGENTS.map((agent) => [agent.key, agent]));

/** The ring, clockwise (H2). */
export const BUILDINGS = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"];

/** What stands on a building's door: what it is worth (H2). */
export const WORTH = /** @type {Record<string, number>} */ ({ church: 0, ruins: -3 });
for (const building of BUILDINGS) if (!(building in WORTH)) WORTH[building] = Number(building);

/** The stone on which the track is run once (H20), and the one that asks for dossiers (H60). */
export const FINISH = 42;
export const DOSSIER_STONE = 29;

/** @param {number} points A number as it is printed: a true minus, and a plus when something is gained. */
export const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** @param {number} points What is written on a door. */
export const printed = (points) => (points < 0 ? `−${-points}` : String(points));

/** Where so many steps clockwise lead. @param {string} building @param {number} steps */
export const walk = (building, steps) => {
  const ring = BUILDINGS.length;
  return BUILDINGS[(((BUILDINGS.indexOf(building) + steps) % ring) + ring) % ring];
};

// The picture. One unit is half a pixel on the smallest phone, where the town is tall; on a big screen it is wide.

const CELL_HEIGHT = 176;
const TOP = 92;
const CORNER_PULL = 9;
const STREET = 44; // how far below a house's foot the agents before it stand
const ROAD_INSET = 36;
const ROAD_CORNER = 76;

/**
 * Where everything lies: the houses on the edge of a grid, the road with its stones around them.
 * @typedef {object} Plan
 * @property {number} width
 * @property {number} height
 * @property {Record<string, Point>} houses the middle of each house's foot
 * @property {Point} square
 * @property {boolean} lamp whether the square has room for a street lamp
 * @property {Point} die from the middle of the square
 * @property {(Point & {inward: Point})[]} stones 0 (Start and Finish) to 41, clockwise
 * @property {number} crowd how far agents before one house may stand apart, 1 for the tall town
 */

/** The cells of a grid's edge, clockwise from its upper left corner. @param {number} columns @param {number} rows */
function edge(columns, rows) {
  const [right, low] = [columns - 1, rows - 1];
  const cells = [];
  for (let column = 0; column < right; column += 1) cells.push([column, 0]);
  for (let row = 0; row < low; row += 1) cells.push([right, row]);
  for (let column = right; column > 0; column -= 1) cells.push([column, low]);
  for (let row = low; row > 0; row -= 1) cells.push([0, row]);
  return cells;
}

/** @param {number} columns @param {number} rows @param {number} cell how wide one is @returns {Plan} */
function plan(columns, rows, cell) {
  const lamp = rows > 3;
  const left = 76;
  const width = 2 * left + columns * cell;
  const height = 2 * TOP + rows * CELL_HEIGHT - 16;
  // The corners are drawn in a little, so that it reads as a ring.
  const pulled = (/** @type {number} */ at, /** @type {number} */ last) =>
    at === 0 ? CORNER_PULL : at === last ? -CORNER_PULL : 0;
  const houses = edge(columns, rows).map(([column, row]) => {
    const across = pulled(column, columns - 1);
    const down = pulled(row, rows - 1);
    const corner = across !== 0 && down !== 0;
    return {
      x: left + (column + 0.5) * cell + (corner ? across : 0),
      y: TOP + row * CELL_HEIGHT + 120 + (corner ? down : 0),
    };
  });
  return {
    width,
    height,
    houses: Object.fromEntries(BUILDINGS.map((building, index) => [building, houses[index]])),
    square: { x: width / 2, y: TOP + (rows * CELL_HEIGHT) / 2 + (lamp ? 4 : -36) },
    lamp,
    die: { x: 0, y: lamp ? 92 : 26 },
    stones: Array.from({ length: FINISH }, (_, stone) => onRoad(stone / FINISH, width, height)),
    crowd: Math.min(cell / 142, 1.3),
  };
}

/** @param {number} along 0 to 1, clockwise from the middle of the upper edge. @param {number} width @param {number} height @returns {Point & {inward: Point}} */
function onRoad(along, width, height) {
  const wide = width - 2 * ROAD_INSET - 2 * ROAD_CORNER;
  const high = height - 2 * ROAD_INSET - 2 * ROAD_CORNER;
  const turn = (Math.PI / 2) * ROAD_CORNER;
  let rest = along * (2 * wide + 2 * high + 4 * turn);
  const [left, right] = [ROAD_INSET, width - ROAD_INSET];
  const [top, bottom] = [ROAD_INSET, height - ROAD_INSET];
  const straight = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ dx,
    /** @type {number} */ dy,
  ) => ({ x: x + dx * rest, y: y + dy * rest, inward: { x: -dy, y: dx } });
  const bend = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ from) => {
    const angle = from + rest / ROAD_CORNER;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return { x: cx + x * ROAD_CORNER, y: cy + y * ROAD_CORNER, inward: { x: -x, y: -y } };
  };
  const parts = /** @type {[number, () => Point & {inward: Point}][]} */ ([
    [wide / 2, () => straight(width / 2, top, 1, 0)],
    [turn, () => bend(right - ROAD_CORNER, top + ROAD_CORNER, -Math.PI / 2)],
    [high, () => straight(right, top + ROAD_CORNER, 0, 1)],
    [turn, () => bend(right - ROAD_CORNER, bottom - ROAD_CORNER, 0)],
    [wide, () => straight(right - ROAD_CORNER, bottom, -1, 0)],
    [turn, () => bend(left + ROAD_CORNER, bottom - ROAD_CORNER, Math.PI / 2)],
    [high, () => straight(left, bottom - ROAD_CORNER, 0, -1)],
    [turn, () => bend(left + ROAD_CORNER, top + ROAD_CORNER, Math.PI)],
    [wide / 2, () => straight(left + ROAD_CORNER, top, 1, 0)],
  ]);
  for (const [length, point] of parts) {
    if (rest <= length) return point();
    rest -= length;
  }
  return parts[0][1]();
}

/** The town in a page, and the same town in a window twice as wide as high. */
export const TALL = plan(4, 4, 142);
export const WIDE = plan(5, 3, 186);

/**
 * Where `count` agents stand before one house, the back row first.
 * @param {Plan} plan @param {string} building @param {number} count @returns {Place[]}
 */
export function places({ houses, crowd }, building, count) {
  const { x, y } = houses[building];
  /** @param {number} many @param {number} gap @param {number} scale @param {number} up @param {number} aside */
  const row = (many, gap, scale, up = 0, aside = 0) =>
    Array.from({ length: many }, (_, index) => ({
      x: x + aside + (index - (many - 1) / 2) * gap * crowd,
      y: y + STREET - up,
      scale,
    }));
  if (count <= 2) return row(count, 54, 1);
  if (count === 3) return row(3, 47, 0.95);
  if (count === 4) return row(4, 36, 0.82);
  // Two rows: the back one looks through the gaps of the front one.
  const back = Math.floor(count / 2);
  const aside = count % 2 ? 0 : 9;
  return [...row(back, 37, 0.72, 41, -aside), ...row(count - back, 37, 0.72, -4, aside)];
}

/** The stone on which a marker with so many points lies; the track is run again beyond 42. @param {Plan} plan @param {number} points */
export const stoneOf = ({ stones }, points) => stones[points % FINISH];

/**
 * Where each marker lies: one in the middle of its stone, several in two columns that grow towards the town.
 * @param {Plan} plan @param {Record<string, number>} scores @returns {Record<string, Place>}
 */
export function markerPlaces({ stones: road }, scores) {
  /** @type {Map<number, string[]>} */
  const stones = new Map();
  for (const agent of Object.keys(scores)) {
    const stone = scores[agent] % FINISH;
    stones.set(stone, [...(stones.get(stone) ?? []), agent]);
  }
  /** @type {Record<string, Place>} */
  const found = {};
  for (const [stone, group] of stones) {
    const { x, y, inward } = road[stone];
    const gap = 37;
    group.forEach((agent, index) => {
      if (group.length === 1) {
        found[agent] = { x, y, scale: 1 };
        return;
      }
      const rows = Math.ceil(group.length / 2);
      const row = Math.floor(index / 2);
      const alone = index === group.length - 1 && group.length % 2 === 1;
      const side = alone ? 0 : (index % 2) * 2 - 1;
      const deep = rows === 1 ? 0 : row * gap - (rows === 2 ? gap / 2 : 12);
      found[agent] = {
        x: x + inward.x * deep + (-inward.y * side * gap) / 2,
        y: y + inward.y * deep + (inward.x * side * gap) / 2,
        scale: 0.82,
      };
    });
  }
  return found;
}
