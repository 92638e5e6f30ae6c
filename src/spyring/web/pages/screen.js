// The big screen: what everybody may see, to be read from three metres.
import { html, useEffect, useState } from "/dom.js";
import { ask } from "/api.js";
import { useGame } from "/games.js";
import { Link } from "/link.js";
import { sound } from "/sound.js";
import { t } from "/texts.js";
import { Waiting, Way, tell } from "/parts/frame.js";
import { Mark } from "/parts/mark.js";
import { SeatBadge, namesOf } from "/parts/seats.js";

const LAST = 4;

/** @param {{table: string}} props */
export function Screen({ table }) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  useEffect(() => {
    /** @type {Link | null} */
    let made = null;
    ask("GET", `tables/${encodeURIComponent(table)}`).then((info) => {
      made = new Link(info.id, "");
      made.info.value = info;
      setLink(made);
    }).catch((error) => tell(error.message));
    return () => made?.end();
  }, [table]);
  const info = link?.info.value;
  const next = info?.next;
  const game = useGame(info?.game ?? "");
  const refused = link?.refusal.value;
  if (refused) return html`<main id="main" class="waiting"><h1>${refused.message}</h1></main>`;
  if (!link || !game || !info) return html`<main id="main"><${Waiting} text=${t("table.coming")} /></main>`;
  const { board, words } = game;
  const names = namesOf(info);
  const view = link.view.value;
  const lines = link.told.value.flatMap((one) => ("actor" in one ? [board.say([one.actor, one.text], words, names)] : [])).filter(Boolean).slice(-LAST);
  const Drawn = board.default;
  return html`<main id="main" class="screen">
    <header class="screen-head"><${Mark} /><h1>${words("title")}</h1><p class="screen-code">${t("room.code")} <b class="code">${info.code}</b></p></header>
    ${view === null
      ? html`<div class="screen-room"><div><p class="screen-join">${t("screen.join", { host: location.host })}</p>
            <ol class="screen-seats">${info.seats.map((one, number) => html`<li key=${number}><${SeatBadge} seat=${number} />${one.taken ? names[number] : t("seat.free")}</li>`)}</ol></div>
          <img src=${`/t/${info.id}/qr.svg`} alt=${t("room.qr")} /></div>`
      : html`<p class="screen-ask" role="status">${info.phase === "over" ? t("phase.over") : board.ask(view, [], null, words, names)}</p>
          <div class="board screen-board"><${Drawn} view=${view} seat=${null} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${link.events.value}
            quiet=${matchMedia("(prefers-reduced-motion: reduce)").matches} hidden=${false} peek=${false} screen=${true} sound=${sound} /></div>
          <ol class="screen-log">${lines.map((text, number) => html`<li key=${number}>${text}</li>`)}</ol>
          ${next ? html`<p><${Way} href=${`/t/${next}/screen`} class="button strong">${t("after.follow")}<//></p>` : null}`}
  </main>`;
}
