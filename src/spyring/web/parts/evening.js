// The evening's tally: who has won how many of the games that one group played in a row.

import { ask } from "/api.js";
import { html, useEffect, useState } from "/dom.js";
import { namesOf } from "/parts/seats.js";
import { t } from "/texts.js";

const MOST = 50; // games in a row

/**
 * The tables of this group's earlier games, the latest first, as far as they still are there.
 * @param {import("/wire.js").TableInfo | null | undefined} info
 */
function useEarlier(info) {
  const [earlier, setEarlier] = useState(/** @type {import("/wire.js").TableInfo[]} */ ([]));
  useEffect(() => {
    let left = false;
    const walk = async () => {
      /** @type {import("/wire.js").TableInfo[]} */
      const found = [];
      for (let id = info?.before; id && found.length < MOST; id = found.at(-1)?.before)
        found.push(await ask("GET", `tables/${id}`));
      return found;
    };
    walk()
      .then((found) => {
        if (!left) setEarlier(found);
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [info?.before]);
  return earlier;
}

/** @param {import("/wire.js").TableInfo[]} games @returns {{name: string, wins: number}[]} who has won most first */
function tallyOf(games) {
  const wins = new Map(games.flatMap((one) => namesOf(one)).map((name) => [name, 0]));
  for (const one of games)
    for (const seat of one.winners ?? []) {
      const name = namesOf(one)[seat];
      wins.set(name, (wins.get(name) ?? 0) + 1);
    }
  return [...wins].map(([name, count]) => ({ name, wins: count })).sort((a, b) => b.wins - a.wins);
}

/** From the second game on. @param {{info: import("/wire.js").TableInfo, counted: boolean}} props `counted`: this game, too */
export function Tally({ info, counted }) {
  const earlier = useEarlier(info);
  if (earlier.length === 0) return null;
  const games = [...earlier, ...(counted && info.winners ? [info] : [])];
  return html`<section class="tally" aria-label=${t("tally", { count: games.length })}>
    <b>${t("tally", { count: games.length })}</b>
    <ol>${tallyOf(games).map(({ name, wins }) => html`<li key=${name}><span>${name}</span> <b>${wins}</b></li>`)}</ol></section>`;
}
