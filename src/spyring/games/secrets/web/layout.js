// Where everything lies on the table, in two sizes: a phone held upright, and anything wider.

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{w: number, h: number}} Size
 * @typedef {{box: {x: number, y: number, w: number, h: number}, name: {side: string, below: boolean}, slots: Point[],
 *   card: Size, chip: Point, r: number, offer: Point, un: Point[]}} Place
 * @typedef {{wide: boolean, small: boolean, broad?: boolean, width: number, height: number, table: {x: number, y: number, rx: number, ry: number},
 *   places: Place[], centre: Point, centreR: number, deck: Point, deckCard: Size, open: Point[],
 *   openCard: Size, un: Point, offerCard: Size, unR: number, font: number}} Layout
 */

const GAP = 2.5;
const MIDDLE = 190; // of a phone's table: deck and centre, the open cards, the UN token, an offer to me

/** @type {Map<string, Layout>} */
const known = new Map();

/**
 * Where everything lies for so many seats, with one of them at the bottom; seats go round clockwise (S4).
 * `room`: a small stage in px, where everything is drawn as large as that; `full`: the cards that end the game, so the most that ever lie in a display; `most`: the cards of the fullest one now; a phone has room for a second row when somebody needs it, not before.
 */
export function layout(
  /** @type {number} */ seats,
  /** @type {number} */ bottom,
  /** @type {boolean} */ wide,
  /** @type {Size | null} */ room,
  /** @type {number} */ full,
  /** @type {number} */ most,
  screen = false,
) {
  const key = JSON.stringify([seats, bottom, wide, room, full, most, screen]);
  const found = known.get(key);
  if (found) return found;
  const drawn = room
    ? lowTable(seats, full, room)
    : wide
      ? wideTable(seats, full, screen)
      : narrowTable(seats, full, most);
  const cleared = withClearOffers(drawn, most, wide && !room);
  const places = cleared.map((_, seat) => cleared[(seat - bottom + seats) % seats]);
  const laid = /** @type {Layout} */ ({ ...drawn, wide: wide && !room, small: room !== null, places });
  known.set(key, laid);
  return laid;
}

/** @typedef {Point & Size} Box */

/** How much of a box another one covers. @param {Box} one @param {Box} other */
function shared(one, other) {
  const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

const TILT = (7 * Math.PI) / 180; // of a card that waits
const MARK = 5; // by which a question mark or an eye stands out from its token
const SLIGHT = 200; // less than that is no more than an edge; a large table has been laid by hand, and bears more
const STEP = 6;
const REACH = 12; // steps from where it would lie best

/**
 * The places, each with its offer where it covers nothing that one decides by: near the token, and what must be
 * covered is first the deck, then an edge of the two open cards.
 * @param {Pick<Layout, "width" | "height" | "places" | "centre" | "centreR" | "deck" | "deckCard" | "open" | "openCard" | "offerCard">} drawn
 * @param {number} most @param {boolean} large
 */
function withClearOffers(drawn, most, large) {
  const { width, height, places, centre, centreR, deck, deckCard, open, openCard, offerCard } = drawn;
  const w = offerCard.w * Math.cos(TILT) + offerCard.h * Math.sin(TILT);
  const h = offerCard.h * Math.cos(TILT) + offerCard.w * Math.sin(TILT);
  const round = (/** @type {Point} */ { x, y }, /** @type {number} */ r) => ({
    x: x - r,
    y: y - r,
    w: 2 * r,
    h: 2 * r,
  });
  const things = (/** @type {number} */ margin) => [
    ...places.flatMap(({ slots, card, chip, r }) => [
      ...slots.slice(0, most).map((slot) => ({ box: { ...slot, ...card }, weight: 20 })),
      { box: round(chip, r + margin), weight: 20 },
    ]),
    { box: round(centre, centreR + margin), weight: 20 },
    { box: { ...deck, ...deckCard }, weight: 1 },
    ...open.map((card) => ({ box: { ...card, ...openCard }, weight: 12 })),
  ];
  // Names are shorter than the room that they have, so an offer that is clear otherwise need not go away from one.
  const names = places.map(({ box, name }) => ({
    box: { ...box, y: name.below ? box.y + box.h - 22 : box.y, h: 22 },
    weight: 8,
  }));
  const cost = (/** @type {Point} */ { x, y }, /** @type {ReturnType<typeof things>} */ others) => {
    const box = { x: x - w / 2, y: y - h / 2, w, h };
    if (box.x < 2 || box.y < 2 || box.x + w > width - 2 || box.y + h > height - 2) return Infinity;
    return others.reduce((sum, one) => sum + one.weight * shared(box, one.box), 0);
  };
  const near = things(large ? 0 : MARK);
  const all = [...things(MARK), ...names];
  return places.map((place) => {
    const wanted = place.offer;
    if (cost(wanted, near) < (large ? 10 : 1) * SLIGHT) return place;
    let best = { at: wanted, cost: Infinity };
    for (let dx = -REACH; dx <= REACH; dx += 1)
      for (let dy = -REACH; dy <= REACH; dy += 1) {
        const at = { x: wanted.x + dx * STEP, y: wanted.y + dy * STEP };
        const total = cost(at, all) + Math.hypot(at.x - place.chip.x, at.y - place.chip.y);
        if (total < best.cost) best = { at, cost: total };
      }
    return { ...place, offer: best.at };
  });
}

/** The slots of a display: rows of cards from one corner, filled from the left or from the right. */
function rows(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {Size} */ card,
  /** @type {number} */ count,
  /** @type {number} */ perRow,
  fromRight = false,
) {
  return Array.from({ length: count }, (_, number) => {
    const column = number % perRow;
    const row = Math.floor(number / perRow);
    const place = fromRight ? perRow - 1 - column : column;
    return { x: x + place * (card.w + GAP), y: y + row * (card.h + GAP) };
  });
}

/** The UN token lies in the first free slot: who holds it has fewer cards than anybody (S31). */
function middles(/** @type {Point[]} */ slots, /** @type {Size} */ card) {
  return slots.map((slot) => ({ x: slot.x + card.w / 2, y: slot.y + card.h / 2 }));
}

// In columns: seats left and right of the middle, one across if their number is even, mine below.

/** How many seats stand on each side, and whether one sits across. */
function sidesOf(/** @type {number} */ seats) {
  return { sides: Math.floor((seats - 1) / 2), across: seats % 2 === 0 };
}

/**
 * The seats of a table in columns.
 * @param {number} seats @param {number} full
 * @param {{width: number, edge: number, first: number, rowHeight: number, topHeight: number, head: number, r: number,
 *   card: Size, perRow: number, topRow: number, block: number, own: Place}} sizes
 *   `first`: where the sides begin; `head`: of name and token, above the cards; `topRow`: cards in a row of the seat across
 */
function columns(seats, full, sizes) {
  const { width, edge, first, rowHeight, topHeight, head, r, card, perRow, topRow, block, own } = sizes;
  const { sides, across } = sidesOf(seats);
  const side = (/** @type {number} */ row, /** @type {boolean} */ right) => {
    const y = first + row * rowHeight;
    const x = right ? width - edge - block : edge;
    const cardsX = right ? width - edge - perRow * (card.w + GAP) : edge;
    const slots = rows(cardsX, y + head, card, full, perRow, right);
    const chip = { x: right ? x + r + 1.5 : x + block - r - 1.5, y: y + head / 2 - 1 };
    return {
      box: { x: x - 3, y: y - 2, w: block + 6, h: rowHeight - 8 },
      name: { side: right ? "right" : "left", below: false },
      slots,
      card,
      chip,
      r,
      un: middles(slots, card),
      offer: { x: right ? x - 4 : x + block + 4, y: chip.y + head * (sides === 1 ? 2 : 1) }, // clear of the cards across
    };
  };
  const places = [own];
  for (let row = sides - 1; row >= 0; row -= 1) places.push(side(row, false));
  if (across) {
    const topWidth = Math.max(topRow * (card.w + GAP), block);
    const topX = (width - topWidth) / 2;
    const topY = edge - 1;
    const slots = rows(topX, topY + head, card, full, topRow);
    places.push({
      box: { x: topX - 3, y: topY - 2, w: topWidth + 6, h: topHeight - 4 },
      name: { side: "left", below: false },
      slots,
      card,
      chip: { x: topX + topWidth - r - 1.5, y: topY + head / 2 - 1 },
      r,
      un: middles(slots, card),
      offer: { x: topX + topWidth + 22, y: topY + head / 2 + 3 },
    });
  }
  for (let row = 0; row < sides; row += 1) places.push(side(row, true));
  return places;
}

/** A phone held upright. */
function narrowTable(/** @type {number} */ seats, /** @type {number} */ full, /** @type {number} */ most) {
  const width = 360;
  const { sides, across } = sidesOf(seats);
  const roomy = seats <= 6;
  const card = seats === 6 ? { w: 33, h: 43 } : roomy ? { w: 34, h: 48 } : { w: 26, h: 38 };
  const perRow = roomy ? 3 : 4;
  const head = 39;
  const rowHeight = head + (most > perRow ? 2 : 1) * (card.h + GAP) + (roomy ? 10 : 15);
  const topHeight = across ? head + card.h + 10 : 0;
  const first = across ? (sides === 1 ? topHeight + 22 : sides === 2 ? topHeight + 4 : topHeight - 4) : 12;
  const sidesEnd = Math.max(first + sides * rowHeight + (sides === 1 ? 20 : 0), topHeight + MIDDLE);
  const ownY = sidesEnd + 4;
  const own = { w: 38, h: 54 };
  const height = ownY + own.h + 20;
  const ownWidth = full * (own.w + GAP);
  const ownX = (width - ownWidth) / 2 + 50; // beside my token and my name
  const ownSlots = rows(ownX, ownY + 6, own, full, full);
  const places = columns(seats, full, {
    width,
    edge: 9,
    first,
    rowHeight,
    topHeight,
    head,
    r: 15.5,
    card,
    perRow,
    topRow: full,
    block: perRow * (card.w + GAP) + 1,
    own: {
      box: { x: 6, y: ownY, w: ownX + ownWidth - 2, h: own.h + 16 },
      name: { side: "left", below: true },
      slots: ownSlots,
      card: own,
      chip: { x: ownX - 68, y: ownY + 21 },
      r: 20,
      un: middles(ownSlots, own),
      offer: { x: width / 2, y: ownY - 12 },
    },
  });

  const openCard = roomy ? { w: 48, h: 68 } : { w: 44, h: 62 };
  const middleY = (topHeight + sidesEnd - MIDDLE) / 2 + 60;
  const left = width / 2 - openCard.w - 2;
  return {
    width,
    height,
    places,
    font: 15, // 14 px and more where the picture is 344 px wide
    table: { x: width / 2, y: height / 2, rx: 214, ry: height / 2 + 6 },
    centre: { x: width / 2 + 25, y: middleY - 32 },
    centreR: 17,
    deck: { x: width / 2 - 42, y: middleY - 56 },
    deckCard: { w: 32, h: 45 },
    open: [
      { x: left, y: middleY + 4 },
      { x: width / 2 + 2, y: middleY + 4 },
    ],
    openCard,
    un: { x: width / 2, y: middleY + openCard.h + 18 },
    unR: 11,
    offerCard: { w: 32, h: 45 },
  };
}

/** A stage that is small both ways, as on a phone on its side: in px, so that names and numbers have the room they need. */
function lowTable(
  /** @type {number} */ seats,
  /** @type {number} */ full,
  /** @type {Size} */ { w: width, h: height },
) {
  const { sides, across } = sidesOf(seats);
  const roomy = seats <= 6;
  const perRow = roomy ? 3 : 4;
  const head = 34;
  const edge = 4;
  const own = { w: 34, h: 48 };
  const ownY = height - own.h - 8;
  const rowHeight = Math.min((ownY - 2) / sides, 140);
  const tall = (rowHeight - head - 3) / (roomy ? 2 : 1) - GAP;
  const broad = (width / 3 - 8) / perRow - GAP; // three abreast: the middle has to have room, too
  const card = { h: Math.min(tall, 46), w: Math.min(broad, tall * 0.74, 32) };
  const first = edge + (across && sides === 1 ? 22 : 0);
  const topHeight = across ? head + (roomy ? 2 : 1) * (card.h + GAP) + 4 : 0;
  const ownWidth = full * (own.w + GAP);
  const ownX = (width - ownWidth) / 2 + 42;
  const ownSlots = rows(ownX, ownY + 4, own, full, full);
  const places = columns(seats, full, {
    width,
    edge,
    first,
    rowHeight,
    topHeight,
    head,
    r: 12,
    card,
    perRow,
    topRow: perRow,
    block: Math.max(perRow * (card.w + GAP) + 1, Math.min(width / 3 - 8, 112)), // for the name
    own: {
      box: { x: ownX - 96, y: ownY, w: ownWidth + 96, h: own.h + 6 },
      name: { side: "left", below: true },
      slots: ownSlots,
      card: own,
      chip: { x: ownX - 50, y: ownY + 13 },
      r: 14.5,
      un: middles(ownSlots, own),
      offer: { x: ownX + ownWidth - 14, y: ownY - 14 },
    },
  });
  const openCard = { w: 40, h: 56 };
  const middle = { x: width / 2, y: topHeight + Math.max(0, ownY - topHeight - 104) / 2 };
  return {
    width,
    height,
    places,
    font: 15,
    table: { x: middle.x, y: height / 2, rx: width * 0.58, ry: height * 0.62 },
    centre: { x: middle.x + 24, y: middle.y + 21 },
    centreR: 13.5,
    deck: { x: middle.x - 42, y: middle.y + 3 },
    deckCard: { w: 26, h: 36 },
    open: [
      { x: middle.x - openCard.w - 1.5, y: middle.y + 44 },
      { x: middle.x + 1.5, y: middle.y + 44 },
    ],
    openCard,
    un: { x: middle.x - 8, y: middle.y + 30 },
    unR: 8,
    offerCard: { w: 26, h: 36 },
  };
}

// Wide: seats on an oval, each with a display outside and its chip before it.

/** From a seat's chip to where an offer waits for it: clear of displays, of other chips and of the middle. */
function besideChip(/** @type {number} */ cos, /** @type {number} */ sin, /** @type {number} */ seats) {
  const outward = Math.sign(cos);
  if (Math.abs(cos) > 0.85) return seats === 8 ? [15 * outward, -58] : [0, 60];
  if (sin < -0.99) return [52, -14];
  return sin < 0 ? [47 * outward, 27] : [54 * outward, 0];
}

/** `screen`: as broad as a television, with larger cards. */
function wideTable(/** @type {number} */ seats, /** @type {number} */ full, /** @type {boolean} */ screen) {
  const width = screen ? 1060 : 760;
  const height = 624;
  const middle = { x: width / 2, y: 306 };
  const roomy = seats <= 6;
  const card = screen ? { w: 58, h: 82 } : { w: 46, h: 65 };
  const own = { w: 58, h: 82 };
  const head = 40; // a name with its sum, at the least width at which this is drawn
  const chipRx = (roomy ? 186 : 150) * (screen ? 1.4 : 1);
  const chipRy = (/** @type {number} */ sin) => (sin > 0.99 ? 150 : sin < 0 && !roomy ? 152 : 136);
  const places = Array.from({ length: seats }, (_, number) => {
    const angle = Math.PI / 2 + (number * 2 * Math.PI) / seats;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const chip = { x: middle.x + chipRx * cos, y: middle.y + chipRy(sin) * sin };
    const [dx, dy] = besideChip(cos, sin, seats);
    const offer = { x: chip.x + dx, y: chip.y + dy };
    if (number === 0) {
      const w = full * (own.w + GAP);
      const y = chip.y + 34;
      const slots = rows(middle.x - w / 2, y, own, full, full);
      return {
        box: { x: middle.x - w / 2 - 8, y: y - 6, w: w + 16, h: own.h + 52 },
        name: { side: "middle", below: true },
        slots,
        card: own,
        chip,
        r: 25,
        un: middles(slots, own),
        offer: { x: chip.x + 60, y: chip.y - 6 },
      };
    }
    const onSide = Math.abs(cos) > 0.2;
    const perRow = roomy && onSide ? 3 : full;
    const w = perRow * (card.w + GAP);
    const h = head + Math.ceil(full / perRow) * (card.h + GAP);
    const x = Math.min(width - w - 10, Math.max(10, middle.x + (width / 2 - w / 2 - 8) * cos - w / 2));
    const y = Math.max(6, middle.y + 248 * sin - h / 2);
    const right = cos > 0.2;
    const slots = rows(x, y + head, card, full, perRow, right);
    return {
      box: { x: x - 9, y: y - 4, w: w + 16, h: h + 8 },
      name: { side: right ? "right" : onSide ? "left" : "middle", below: false },
      slots,
      card,
      chip,
      r: 22,
      un: middles(slots, card),
      offer,
    };
  });
  const openCard = { w: 72, h: 103 };
  return {
    width,
    height,
    places,
    font: 18.5,
    broad: screen,
    table: { x: middle.x, y: middle.y, rx: width / 2 - 6, ry: 312 },
    centre: { x: middle.x + 40, y: 228 },
    centreR: 24,
    deck: { x: middle.x - 66, y: 200 },
    deckCard: { w: 44, h: 62 },
    open: [
      { x: middle.x - openCard.w - 5, y: 282 },
      { x: middle.x + 5, y: 282 },
    ],
    openCard,
    un: { x: middle.x + 104, y: 306 },
    unR: 15,
    offerCard: { w: 46, h: 65 },
  };
}
