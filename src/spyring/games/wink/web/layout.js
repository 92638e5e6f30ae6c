// Where everything stands: the square's columns and the seats round it, in units of the scene.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{wide: boolean, width: number, height: number, face: number, hat: number, places: (Point | null)[], middle: Point,
 *   columns: number, rows: number, cell: Point, square: Point, status: {x: number, y: number, width: number}}} Layout
 *   hat: how far above the middle of a face its hat is, where something can be said without hiding eyes or name */

export const LYING_FROM = 600; // pixels: from here on a phone on its side has all beside each other
const WIDE_FROM = 720; // pixels: from here on the faces stand on all sides
/** @type {{wide: Record<number, number>, tall: Record<number, number>}} by the number of cards */
const COLUMNS = { wide: { 36: 9, 35: 7, 32: 8 }, tall: { 36: 6, 35: 7, 32: 8 } };

const TALL = 360;
const wideHeight = (/** @type {number | null} */ me) => (me === null ? 716 : 566);

/** @param {number} count @param {number} from @param {number} to */
const spread = (count, from, to) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * (i + 0.5)) / count);

/** @param {number} others @param {number} width @returns {Point[]} clockwise from the seat on my left */
function wideRing(others, width) {
  const side = others >= 6 ? 2 : 1;
  const top = others - 2 * side;
  const edge = 96 + (width - 1000) / 4;
  const left = spread(side, 545, 165).map((y) => ({ x: edge, y }));
  const right = spread(side, 165, 545).map((y) => ({ x: width - edge, y }));
  const half = top * (100 + (width - 1000) / 12);
  return [...left, ...spread(top, width / 2 - half, width / 2 + half).map((x) => ({ x, y: 78 })), ...right];
}

/** @param {number} seats @param {number} numbers @param {number | null} me @param {number} width @returns {Layout} */
function wideLayout(seats, numbers, me, width) {
  const columns = COLUMNS.wide[numbers];
  const rows = Math.ceil(numbers / columns);
  const cell = { x: Math.min(622 / columns, 84), y: 388 / rows };
  const ring = wideRing(seats - 1, width);
  const places = Array(seats).fill(null);
  const base = me ?? 0;
  ring.forEach((place, i) => (places[(base + 1 + i) % seats] = place));
  if (me === null) places[0] = { x: width / 2, y: 640 };
  const square = { x: width / 2 - (cell.x * columns) / 2, y: 164 };
  return {
    wide: true, width, height: wideHeight(me), face: seats <= 6 ? 158 : 140, hat: seats <= 6 ? 54 : 48, places, columns, rows, cell, square,
    middle: { x: width / 2, y: 164 + (cell.y * rows) / 2 }, status: { x: 16, y: 66, width: 180 },
  };
}

const ROW = 97; // units that a row of faces takes
const STATUS = 28; // units above them, for whose turn it is
const LOWEST = 42; // units of a card's height that a finger still hits

/** @param {number} seats @param {number} numbers @param {number | null} me @param {number} room units of height that there are @returns {Layout} */
function tallLayout(seats, numbers, me, room) {
  const columns = COLUMNS.tall[numbers];
  const rows = Math.ceil(numbers / columns);
  const arch = me !== null && seats > 6;
  const faces = me === null || arch ? 2 * ROW : ROW;
  const cell = { x: 350 / columns, y: Math.min(Math.max((room - STATUS - faces - 12) / rows, LOWEST), 56) };
  const places = Array(seats).fill(null);
  const row = (/** @type {number[]} */ list, /** @type {number} */ y, from = 2, to = 358) => spread(list.length, from, to).forEach((x, i) => (places[list[i]] = { x, y }));
  let status = { x: 4, y: 2, width: 352 };
  let top = STATUS;
  let below = 0;
  if (me === null) {
    const upper = Math.ceil(seats / 2);
    const round = Array.from({ length: seats }, (_, i) => i);
    row(round.slice(0, upper), top + ROW / 2);
    below = ROW + 4;
    top += ROW;
    row(round.slice(upper).reverse(), top + 10 + cell.y * rows + ROW / 2);
  } else {
    const others = Array.from({ length: seats - 1 }, (_, i) => (me + 1 + i) % seats);
    if (!arch) {
      row(others, top + ROW / 2);
      top += ROW;
    } else {
      // An arch: the two beside me lower down, the status between them.
      row(others.slice(1, -1), 4 + ROW / 2);
      places[others[0]] = { x: 41, y: 4 + ROW * 1.5 };
      places[others[others.length - 1]] = { x: 319, y: 4 + ROW * 1.5 };
      status = { x: 84, y: 4 + ROW + 12, width: 192 };
      top = 4 + ROW * 2;
    }
  }
  const square = { x: 5, y: top + 6 };
  const most = me === null ? Math.ceil(seats / 2) : arch ? seats - 3 : seats - 1;
  return {
    wide: false, width: TALL, height: top + 12 + cell.y * rows + below, face: Math.min(112, 356 / most), hat: 42, places, columns, rows, cell, square,
    middle: { x: 180, y: square.y + (cell.y * rows) / 2 }, status,
  };
}

/** The layout for a width of the scene: tall ones have one and take what height there is, wide ones take what width.
 * @param {number} seats @param {number} numbers @param {number | null} me @param {number} width @param {number} room */
export const layoutOf = (seats, numbers, me, width, room) =>
  width === TALL ? tallLayout(seats, numbers, me, room) : wideLayout(seats, numbers, me, width);

/** How many units of height a tall scene has. @param {number | null} me @param {number} width @param {number} room */
export const tallRoom = (me, width, room) => Math.round(((room - dockHeight(me, false)) / width) * TALL);

/** How wide a scene is in its own units. @param {number | null} me @param {number} width @param {number} room @param {boolean} lying */
export function sceneWidth(me, width, room, lying) {
  if (lying) return 1000;
  if (width < WIDE_FROM) return TALL;
  const fitting = (width / Math.max(room - dockHeight(me, true), 1)) * wideHeight(me);
  return Math.round(Math.min(Math.max(fitting, 1000), 1320) / 20) * 20;
}

/** Pixels of one unit of the scene: as large as the width allows and the height leaves.
 * @param {Layout} layout @param {number | null} me @param {number} width @param {number} room @param {boolean} lying */
export function unitOf(layout, me, width, room, lying) {
  if (lying) return Math.min((width - (me === null ? 0 : DOCK_BESIDE)) / layout.width, room / layout.height);
  const byHeight = (room - dockHeight(me, layout.wide)) / layout.height;
  return Math.min(width / layout.width, Math.max(byHeight, layout.wide ? 0.6 : 1));
}

const DOCK_BESIDE = 230;
const DOCK_BELOW = 172;
const dockHeight = (/** @type {number | null} */ me, /** @type {boolean} */ wide) => (me === null ? 20 : wide ? 226 : DOCK_BELOW);

const REACH = { x: 8.6, y: 6.2 };
const AHEAD = { x: 0, y: 0 };

/** How far the pupils of a seat turn. Who looks at me looks straight out of the page.
 * @param {Layout} layout @param {number} seat @param {number | "square"} target @param {number | null} me @returns {Point} */
export function gazeOf(layout, seat, target, me) {
  if (target === me) return AHEAD;
  const below = { x: layout.middle.x, y: layout.height + 60 };
  const from = layout.places[seat] ?? below;
  const to = target === "square" ? layout.middle : (layout.places[target] ?? below);
  const away = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: Math.round(((to.x - from.x) / away) * REACH.x * 10) / 10, y: Math.round(((to.y - from.y) / away) * REACH.y * 10) / 10 };
}
