// Where everything stands: the square's columns and the seats round it, in units of the scene.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{wide: boolean, width: number, height: number, face: number, places: (Point | null)[], middle: Point,
 *   columns: number, rows: number, cell: Point, square: Point, status: {x: number, y: number, width: number}}} Layout */

const WIDE_FROM = 720;
const COLUMNS = { wide: { 36: 9, 35: 7, 32: 8 }, tall: { 36: 6, 35: 7, 32: 8 } };

/** Whether a board of this width sets the faces on all sides. @param {number} width */
export const isWide = (width) => width >= WIDE_FROM;

const spread = (count, from, to) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * (i + 0.5)) / count);

/** @param {number} others @returns {Point[]} clockwise from the seat on my left */
function wideRing(others) {
  const side = others >= 6 ? 2 : 1;
  const top = others - 2 * side;
  const left = spread(side, 545, 165).map((y) => ({ x: 96, y }));
  const right = spread(side, 165, 545).map((y) => ({ x: 904, y }));
  const half = top * 105;
  return [...left, ...spread(top, 500 - half, 500 + half).map((x) => ({ x, y: 78 })), ...right];
}

/** @param {number} seats @param {number} numbers @param {number | null} me @returns {Layout} */
function wideLayout(seats, numbers, me) {
  const columns = COLUMNS.wide[numbers];
  const rows = Math.ceil(numbers / columns);
  const cell = { x: Math.min(622 / columns, 84), y: 388 / rows };
  const ring = wideRing(seats - 1);
  const places = Array(seats).fill(null);
  const base = me ?? 0;
  ring.forEach((place, i) => (places[(base + 1 + i) % seats] = place));
  if (me === null) places[0] = { x: 500, y: 640 };
  const square = { x: 500 - (cell.x * columns) / 2, y: 164 };
  return {
    wide: true, width: 1000, height: me === null ? 720 : 572, face: 132, places, columns, rows, cell, square,
    middle: { x: 500, y: 164 + (cell.y * rows) / 2 }, status: { x: 16, y: 66, width: 180 },
  };
}

const ROW = 94;

/** @param {number} seats @param {number} numbers @param {number | null} me @returns {Layout} */
function tallLayout(seats, numbers, me) {
  const columns = COLUMNS.tall[numbers];
  const rows = Math.ceil(numbers / columns);
  const cell = { x: 350 / columns, y: columns === 6 ? 54 : 56 };
  const places = Array(seats).fill(null);
  const row = (list, y, from = 2, to = 358) => spread(list.length, from, to).forEach((x, i) => (places[list[i]] = { x, y }));
  let status = { x: 6, y: 4, width: 348 };
  let top = 38;
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
    if (others.length <= 5) {
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
  const most = me === null ? Math.ceil(seats / 2) : seats - 1 <= 5 ? seats - 1 : seats - 3;
  return {
    wide: false, width: 360, height: top + 12 + cell.y * rows + below, face: Math.min(88, 356 / most), places, columns, rows, cell, square,
    middle: { x: 180, y: square.y + (cell.y * rows) / 2 }, status,
  };
}

/** @param {number} seats @param {number} numbers @param {number | null} me @param {boolean} wide */
export const layoutOf = (seats, numbers, me, wide) => (wide ? wideLayout : tallLayout)(seats, numbers, me);

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
