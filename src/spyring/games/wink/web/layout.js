// Where everything stands: the square's columns and the seats round it, in units of the scene.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {"wide" | "tall" | "lying"} Shape wide: faces on all sides; tall and lying, on phones: faces in rows above the cards */
/** @typedef {{shape: Shape, width: number, height: number, face: number, head: number, mask: {top: number, bottom: number, below: number}, beside: boolean, slim: boolean, places: (Point | null)[], middle: Point,
 *   columns: number, rows: number, cell: Point, square: Point, status: {x: number, y: number, width: number} | null}} Layout
 *   face, head: how wide they are; mask: how far above and below the middle of a head its mask ends, what is said stands beyond; below: what stands below the head, in pixels;
 *   beside: what a face tells stands beside it, not below; slim: a face has room for where it stands and looks only */

/** Where the mask of a face ends, by the width of its head. @param {number} head @param {number} below */
const maskOf = (head, below) => ({ top: -head * 0.2, bottom: head * 0.24, below });

const LYING_FROM = 540; // pixels: from here on a phone on its side has all beside each other
const WIDE_FROM = 720; // pixels: from here on the faces stand on all sides
/** @type {Record<number, number>} of a wide scene, by the number of cards */
const COLUMNS = { 36: 9, 35: 7, 32: 8 };

const WIDE = 1000;
const TALL = 360;
const wideHeight = (/** @type {number | null} */ me) => (me === null ? 716 : 566);

/** @param {number} width of the board @param {boolean} flat whether it is on a phone on its side @returns {Shape} */
export const shapeOf = (width, flat) =>
  flat && width >= LYING_FROM ? "lying" : width < WIDE_FROM ? "tall" : "wide";

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
  const columns = COLUMNS[numbers];
  const rows = Math.ceil(numbers / columns);
  const cell = { x: Math.min(622 / columns, 84), y: 388 / rows };
  const face = seats <= 6 ? 158 : 140;
  const ring = wideRing(seats - 1, width);
  const places = Array(seats).fill(null);
  const base = me ?? 0;
  for (const [i, place] of ring.entries()) places[(base + 1 + i) % seats] = place;
  if (me === null) places[0] = { x: width / 2, y: 640 };
  const square = { x: width / 2 - (cell.x * columns) / 2, y: 164 };
  return {
    shape: "wide",
    width,
    height: wideHeight(me),
    face,
    head: face * 0.87,
    mask: maskOf(face * 0.87, 34),
    beside: false,
    slim: false,
    places,
    columns,
    rows,
    cell,
    square,
    middle: { x: width / 2, y: 164 + (cell.y * rows) / 2 },
    status: { x: 16, y: 66, width: 180 },
  };
}

const ROW = 97; // units that a row of faces takes with what they tell below them
const BESIDE = { least: 66, most: 92 }; // and with what they tell beside them
const SLIM = 80; // units: a lower row has room for where a face stands and looks only
const STATUS = 28; // units for whose turn it is, where nobody sits before the page
const EDGE = 6; // units round the cards
const FACE = 70; // units of width that a face needs
const CARD = { least: 34, good: 50, most: 72 }; // units of a card's height: that can be hit, that a finger likes, that is enough

/** Rows of faces, and the cards below them; they share what height there is, and a card is as large as it can be.
 * @param {"tall" | "lying"} shape @param {number} seats @param {number} numbers @param {number | null} me @param {number} width @param {number} room units of height that there are @returns {Layout} */
function flatLayout(shape, seats, numbers, me, width, room) {
  const tall = shape === "tall";
  const others = Array.from(
    { length: me === null ? seats : seats - 1 },
    (_, i) => ((me ?? -1) + 1 + i) % seats,
  );
  const lines = Math.ceil(others.length / Math.floor(width / FACE));
  const per = Math.ceil(others.length / lines);
  const beside = !tall || lines === 2 || per === 3; // four or five in one row are too narrow for that
  const top = tall && me === null ? STATUS : 4;
  const free = room - top - 2 * EDGE;
  const { columns, rows, line, x, y } = [6, 7, 8, 9]
    .map((columns) => {
      const rows = Math.ceil(numbers / columns);
      const line = beside
        ? Math.min(Math.max((free - rows * CARD.good) / lines, BESIDE.least), BESIDE.most)
        : ROW;
      return { columns, rows, line, x: (width - 10) / columns, y: (free - lines * line) / rows };
    })
    .reduce((best, one) => (Math.min(one.x, one.y) > Math.min(best.x, best.y) ? one : best));
  const cell = { x, y: Math.min(Math.max(y, CARD.least), CARD.most) };
  /** @type {(Point | null)[]} */
  const places = Array(seats).fill(null);
  for (let i = 0; i < lines; i += 1) {
    const row = others.slice(i * per, (i + 1) * per);
    for (const [j, x] of spread(row.length, 2, width - 2).entries())
      places[row[j]] = { x, y: top + line * (i + 0.5) };
  }
  const square = { x: 5, y: top + lines * line + EDGE };
  const face = Math.min((width - 4) / per, beside ? 136 : 112);
  const head = beside ? Math.min(face - 43, (line - 22) * 1.25) : Math.min(face * 0.94, 74);
  return {
    shape,
    width,
    height: square.y + cell.y * rows + EDGE,
    face,
    head,
    mask: maskOf(head, beside ? 17 : 39),
    beside,
    slim: beside ? line < SLIM : per > 4,
    places,
    columns,
    rows,
    cell,
    square,
    middle: { x: width / 2, y: square.y + (cell.y * rows) / 2 },
    status: tall && me === null ? { x: 4, y: 2, width: 352 } : null,
  };
}

/** The layout for a shape, and a width and a height in units.
 * @param {Shape} shape @param {number} seats @param {number} numbers @param {number | null} me @param {number} width @param {number} room */
export const layoutOf = (shape, seats, numbers, me, width, room) =>
  shape === "wide"
    ? wideLayout(seats, numbers, me, width)
    : flatLayout(shape, seats, numbers, me, width, room);

/** How large a scene is in its own units, as far as it can be. @param {Shape} shape @param {number | null} me @param {number} width @param {number} room pixels of the board */
export function sceneOf(shape, me, width, room) {
  const [across, high] = left(shape, me, width, room);
  const units =
    shape === "tall"
      ? TALL
      : shape === "lying"
        ? Math.round(across)
        : Math.round(Math.min(Math.max((across / Math.max(high, 1)) * wideHeight(me), WIDE), 1320) / 20) * 20;
  return { across: units, high: Math.round((high / across) * units) };
}

/** Pixels of one unit of the scene: as large as the width allows and the height leaves.
 * @param {Layout} layout @param {number | null} me @param {number} width @param {number} room */
export function unitOf(layout, me, width, room) {
  const [across, high] = left(layout.shape, me, width, room);
  return Math.min(across / layout.width, Math.max(high / layout.height, LEAST[layout.shape]));
}

const LEAST = { wide: 0.6, tall: 0.85, lying: 0.7 };
const DOCK = { wide: 226, tall: 170, lying: 230 }; // pixels that my things take: below the scene, or beside it

/** What width and height of the board my things leave to the scene.
 * @param {Shape} shape @param {number | null} me @param {number} width @param {number} room @returns {[number, number]} */
function left(shape, me, width, room) {
  if (shape === "lying") return [width - (me === null ? 0 : DOCK.lying), room];
  return [width, room - (me === null ? 20 : DOCK[shape])];
}

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
  return {
    x: Math.round(((to.x - from.x) / away) * REACH.x * 10) / 10,
    y: Math.round(((to.y - from.y) / away) * REACH.y * 10) / 10,
  };
}
