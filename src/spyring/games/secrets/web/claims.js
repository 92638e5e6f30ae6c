// What a claim (S60) says that somebody is, and which ones fit what is decided.

/** @param {import("./types.js").Line} line @returns {{seat: number, kind: string}[]} */
export function claimed([, text]) {
  const [, seat, kind] = /^say team (\d+) (\w+)$/.exec(text) ?? [];
  return kind ? [{ seat: Number(seat), kind }] : [];
}

/**
 * Who said of the card that they offered that it was another one; it has come out since.
 * @param {import("/link.js").Told[]} told @returns {{by: number, said: string, card: string}[]}
 */
export function cardBluffs(told) {
  /** @type {Map<number, string>} */
  const said = new Map();
  /** @type {{by: number, said: string, card: string}[]} */
  const bluffs = [];
  let offering = -1;
  for (const one of told) {
    if (!("actor" in one)) continue;
    const [verb, kind, word] = one.text.split(" ");
    if (verb === "say" && kind === "card") said.set(Number(one.actor), word);
    else if (verb === "offer") offering = Number(one.actor);
    else if (verb === "receives") {
      const claimed = said.get(offering);
      if (claimed && claimed !== kind) bluffs.push({ by: offering, said: claimed, card: kind });
      said.clear();
    }
  }
  return bluffs;
}

/**
 * What fits an offer: which card it is, whether to take it, whether to believe it.
 * @param {import("./types.js").View} view @param {number} seat @returns {string[]}
 */
export function fitting({ phase, active, target, revealed }, seat) {
  const cards = revealed.map((card) => `say card ${card}`);
  if (phase === "offer") return active === seat ? cards : [];
  if (phase !== "un" && phase !== "answer") return [];
  if (active === seat) return [...cards, "say trust"];
  if (target === seat) return [`say doubt ${active}`, `say who ${active}`];
  return ["say take", "say refuse", `say doubt ${active}`];
}
