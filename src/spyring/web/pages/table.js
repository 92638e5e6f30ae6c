// One table: waiting room, game, and what comes after, behind one link.

import { ask } from "/api.js";
import { forget, remember, visit } from "/device.js";
import { html, useEffect, useLayoutEffect, useMemo, useState } from "/dom.js";
import { useGame } from "/games.js";
import { Link } from "/link.js";
import { Play } from "/pages/play.js";
import { Room } from "/pages/room.js";
import { Round } from "/pages/round.js";
import { Bar, LanguageChoice, ThemeButton, tell, Waiting, Way } from "/parts/frame.js";
import { pointsOf } from "/parts/reveal.js";
import { namesOf } from "/parts/seats.js";
import { t } from "/texts.js";

/** Take over a seat that another device has offered (the code stands behind the #). @param {string} table */
async function claimed(table) {
  const code = /^#claim=(.+)$/.exec(location.hash)?.[1];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  /** @type {import("/wire.js").Claimed} */
  const got = await ask("POST", `tables/${encodeURIComponent(table)}/claim`, { code });
  /** @type {import("/wire.js").TableInfo} */
  const info = await ask("GET", `tables/${encodeURIComponent(table)}`);
  remember({
    id: info.id,
    code: info.code,
    game: info.game,
    ...(got.host ? { host: got.ticket } : { ticket: got.ticket }),
  });
}

/** @param {{table: string}} props */
export function TablePage({ table }) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {import("/api.js").Refusal | null} */ (null));
  const [again, setAgain] = useState(0);
  useEffect(() => {
    let left = false;
    /** @type {Link | null} */
    let made = null;
    (async () => {
      await claimed(table).catch((error) => tell(error.message));
      /** @type {import("/wire.js").TableInfo} */
      const info = await ask("GET", `tables/${encodeURIComponent(table)}`);
      const known = visit(info.id);
      // Where people share this device, the table itself is seen with nobody's eyes.
      const ticket = (known?.round ? known.host : (known?.ticket ?? known?.host)) ?? "";
      if (left) return;
      made = new Link(info.id, ticket, Boolean(known?.round));
      made.info.value = info;
      setLink(made);
    })().catch((error) => {
      if (left) return;
      const known = visit(table);
      if (known && error.id === "no-such-table") remember({ id: known.id, phase: "closed" });
      setWrong(error);
    });
    return () => {
      left = true;
      made?.end();
    };
  }, [table, again]);

  // A ticket that is not valid any more: somebody else has the seat, so look on.
  const refusal = link?.refusal.value;
  useEffect(() => {
    if (!refusal || !link) return;
    if (refusal.id === "void-ticket") {
      const host = visit(link.table)?.host;
      if (host && host !== link.ticket) remember({ id: link.table, ticket: undefined });
      else forget(link.table);
      setLink(null);
      setAgain(again + 1);
      tell(t("error.void-ticket"));
    } else if (refusal.id === "no-watching" && link.info.value?.phase !== "open") setWrong(refusal);
    else if (refusal.id !== "no-watching") {
      tell(refusal.message);
    }
  }, [refusal]);

  if (wrong) return html`<${Lost} text=${wrong.message} />`;
  if (!link) return html`<${Waiting} text=${t("table.coming")} />`;
  return html`<${Table} link=${link} sit=${() => {
    setLink(null);
    setAgain(again + 1);
  }} />`;
}

/** @param {{text: string}} props */
function Lost({ text }) {
  return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
    <main id="main" class="waiting"><h1>${text}</h1><${Way} href="/" class="button strong">${t("home.back")}<//></main>`;
}

/** @param {{link: Link, sit: () => void}} props */
function Table({ link, sit }) {
  const info = link.info.value;
  const game = useGame(info?.game ?? "");
  const seat = link.seat.value;
  const view = link.view.value;
  const phase = info?.phase;
  useLayoutEffect(() => link.film.use(game?.board ?? null), [link, game]);
  const [played, setPlayed] = useState(false);
  if (phase === "playing" && !played) setPlayed(true);
  const won = useMemo(
    () => (phase === "over" && seat !== null ? view?.winners?.includes(seat) : undefined),
    [phase, view, seat],
  );
  const others =
    info && seat !== null ? namesOf(info).filter((_, one) => one !== seat && info.seats[one].taken) : [];
  const points = won === undefined || seat === null || !game ? undefined : pointsOf(game.board, view)?.[seat];
  useEffect(() => {
    if (info && (visit(info.id) || seat !== null))
      remember({ id: info.id, code: info.code, game: info.game, phase: info.phase, won, others, points });
  }, [phase, won, info?.id, others.join(), points]);

  if (!info || !game) return html`<${Waiting} text=${t("table.coming")} />`;
  if (info.phase === "open" || (link.view.value === null && info.phase !== "playing")) {
    return html`<${Room} link=${link} info=${info} words=${game.words} sit=${sit} />`;
  }
  if (link.view.value === null) return html`<${Waiting} text=${t("table.coming")} />`;
  if ((info.phase === "playing" || link.film.behind.value > 0) && visit(info.id)?.round?.length) {
    return html`<${Round} info=${info} board=${game.board} words=${game.words} sit=${sit} />`;
  }
  return html`<${Play} link=${link} info=${info} board=${game.board} words=${game.words} sit=${sit} fresh=${played} />`;
}
