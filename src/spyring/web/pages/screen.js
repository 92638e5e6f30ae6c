// The big screen: what everybody may see, to be read from three metres.

import { ask } from "/api.js";
import { isQuiet } from "/director.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "/dom.js";
import { useGame } from "/games.js";
import { Link } from "/link.js";
import { Tally } from "/parts/evening.js";
import { go, Waiting, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { Mark } from "/parts/mark.js";
import { setTitle } from "/parts/notice.js";
import { Reveal, useUnmasking, wonLine } from "/parts/reveal.js";
import { isGone, namesOf, SeatBadge } from "/parts/seats.js";
import { sound } from "/sound.js";
import { listed, t } from "/texts.js";

const LAST = 3;
const SMALLEST = 0.4;
const NEARLY = 0.998;

/** @param {{table: string}} props */
export function Screen({ table }) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    /** @type {Link | null} */
    let made = null;
    ask("GET", `tables/${encodeURIComponent(table)}`)
      .then((/** @type {import("/wire.js").TableInfo} */ info) => {
        made = new Link(info.id, "", true);
        made.info.value = info;
        setLink(made);
      })
      .catch(setWrong);
    return () => made?.end();
  }, [table]);
  const info = link?.info.value;
  const game = useGame(info?.game ?? "");
  useEffect(() => {
    if (game) setTitle(game.words("title"));
  }, [game]);
  useLayoutEffect(() => link?.film.use(game?.board ?? null), [link, game]);
  const refused = wrong ?? link?.refusal.value;
  if (refused)
    return html`<main id="main" class="waiting"><h1>${refused.message}</h1><${Way} href="/" class="button strong">${t("home.back")}<//></main>`;
  if (!link || !game || !info) return html`<main id="main"><${Waiting} text=${t("table.coming")} /></main>`;
  return html`<${ScreenTable} key=${info.id} link=${link} info=${info} board=${game.board} words=${game.words} />`;
}

/** @param {{link: Link, info: import("/wire.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate}} props */
function ScreenTable({ link, info, board, words }) {
  const names = namesOf(info);
  const { film } = link;
  const view = film.view.value;
  const showing = film.behind.value > 0;
  const phase = info.phase === "over" && (showing || !view?.winners) ? "playing" : info.phase;
  const [played, setPlayed] = useState(false);
  if (phase === "playing" && !played) setPlayed(true);
  const unmasking = useUnmasking(info.seats.length, played, phase === "over");
  const goesOn = phase === "over" && unmasking.done ? info.next : "";
  useEffect(() => {
    if (goesOn) go(`/t/${goesOn}/screen`);
  }, [goesOn]);
  const lines = film.told.value
    .flatMap((one) => ("actor" in one ? [board.say([one.actor, one.text], words, names)] : []))
    .filter(Boolean)
    .slice(-LAST);
  const masked = view?.winners && !unmasking.done; // the log would tell before the masks do
  const Drawn = board.default;
  const truth = phase === "over" ? (board.truth?.(view) ?? null) : null;
  /** @type {number[]} */
  const absent =
    info.phase === "playing"
      ? (view?.waiting ?? []).filter((/** @type {number} */ seat) => isGone(info.seats[seat]))
      : [];
  const free = info.seats.filter((one) => !one.taken).length;
  const qr = html`<img class="screen-qr" src=${`/t/${info.id}/qr.svg`} alt=${t("room.qr")} />`;
  const head = html`<header class="screen-head"><${Mark} /><h1>${words("title")}</h1></header>`;
  if (view === null) {
    return html`<main id="main" key="open" class="screen screen-open cut" data-theme="dark">
      <div>${head}
        <p class="screen-join">${t("screen.join", { host: location.host })}</p>
        <b class="code screen-code">${info.code}</b>
        <p class="screen-free" role="status">${info.phase !== "open" ? t(`phase.${info.phase}`) : free ? t("room.free", { count: free }) : t(info.seats.some(isGone) ? "room.full.away" : "room.full")}</p>
        <ol class="screen-seats">${info.seats.map((one, number) => html`<li key=${number} class=${one.taken ? "" : "screen-empty"}><${SeatBadge} seat=${number} />${one.taken ? names[number] : t("seat.free")}${isGone(one) ? html`<${Icon} name="gone" /><span class="unseen">${t("seat.gone")}</span>` : null}</li>`)}</ol>
        <${Tally} info=${info} counted=${false} /></div>
      ${qr}
    </main>`;
  }
  return html`<main id="main" key="play" class="screen screen-play" data-phase=${phase}>
    <div class="screen-top">${head}
      <p class="screen-ask" role="status">${!view.winners ? board.ask(view, [], null, words, names) : phase === "over" && unmasking.done ? wonLine(view.winners, null, names) : t("after.decided")}</p>
      <p class="screen-small">${t("room.code")} <b class="code">${info.code}</b></p></div>
    ${
      phase === "over"
        ? html`<${Fitted} key="over"><div class="screen-over"><${Reveal} board=${board} view=${view} seat=${null} names=${names} words=${words} truth=${truth} turns=${truth !== null} unmasking=${unmasking} />
          ${unmasking.done ? html`<ul class="reasons">${board.reasons(view, words, names).map((text, number) => html`<li key=${number}>${text}</li>`)}</ul>` : null}</div><//>`
        : html`<${Fitted} key="play"><div class="board"><h2 class="unseen">${t("table")}</h2><${Drawn} view=${view} seat=${null} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${film.events.value} told=${film.told.value}
      lasts=${film.lasts.value} showing=${showing} quiet=${isQuiet()} hidden=${false} peek=${false} screen=${true} sound=${sound} /></div><//>`
    }
    <div class="screen-foot"><ol class="screen-log" aria-label=${t("log")}>${(masked ? [] : lines).map((text, number) => html`<li key=${number}>${text}</li>`)}</ol>
      ${absent.length ? html`<p class="screen-absent" role="status"><${Icon} name="gone" />${t("screen.absent", { count: absent.length, names: listed(absent.map((seat) => names[seat])) })}</p>` : null}
      <${Tally} info=${info} counted=${phase === "over" && unmasking.done} />
      ${free ? html`<p>${t("room.free", { count: free })}</p>${qr}` : null}</div>
  </main>`;
}

/** Nobody scrolls a screen on the wall: what is too tall for it is drawn smaller. @param {{children?: any}} props */
function Fitted({ children }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const outside = place.current;
    const inside = /** @type {HTMLElement | null} */ (outside?.firstElementChild);
    if (!outside || !inside) return undefined;
    const fit = () =>
      setScale((now) => {
        const style = getComputedStyle(outside);
        const room = outside.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
        const fitting =
          now *
          Math.min(room / inside.getBoundingClientRect().height, inside.clientWidth / inside.scrollWidth);
        // Only ever smaller: a board that measures itself could take turns with us for ever.
        return fitting < now * NEARLY ? Math.max(SMALLEST, fitting) : now;
      });
    const again = () => setScale(1);
    const watch = new ResizeObserver(fit);
    watch.observe(inside);
    addEventListener("resize", again);
    return () => {
      watch.disconnect();
      removeEventListener("resize", again);
    };
  }, []);
  return html`<div class="screen-board" ref=${place}><div class="screen-fit" style=${{ zoom: scale }}>${children}</div></div>`;
}
