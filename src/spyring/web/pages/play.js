// The game: the table is the page.

import { ask } from "/api.js";
import { covered, PACES, pace, plain, remember, sounds, visit } from "/device.js";
import { isQuiet } from "/director.js";
import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { After } from "/pages/after.js";
import { copy, ScreenLink, SitDown } from "/pages/room.js";
import { Absent } from "/parts/absent.js";
import { menuOf } from "/parts/claims.js";
import { Clock } from "/parts/clock.js";
import { DealCeremony } from "/parts/deal.js";
import { FilmTools, skipByTap, useFilmKeys } from "/parts/film.js";
import { announce, Bar, Dialog, go, hush, LanguageChoice, ThemeButton, tell, Way } from "/parts/frame.js";
import { Help } from "/parts/help.js";
import { Icon } from "/parts/icons.js";
import { useLedger } from "/parts/ledger.js";
import { NotesPanel } from "/parts/notes.js";
import { askToNotify, mayAsk, notify, setTitle } from "/parts/notice.js";
import { useUnmasking } from "/parts/reveal.js";
import { fittingNow, SayNow } from "/parts/say-now.js";
import { namesOf, Onlookers, onTurn, Seats } from "/parts/seats.js";
import { Since, since } from "/parts/since.js";
import { LogPanel, TalkPanel, withClaims } from "/parts/talk.js";
import { sound } from "/sound.js";
import { t } from "/texts.js";

const PATIENCE = 2500; // before a broken connection is worth a word
const PANELS = /** @type {const} */ (["log", "talk", "notes"]);

/**
 * @param {{link: import("/link.js").Link, info: import("/wire.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, sit: () => void,
 *   fresh?: boolean, lower?: () => void}} props `fresh`: the game was seen in play; `lower`: where people share a device, the curtain
 */
export function Play({ link, info, board, words, sit, lower, fresh = false }) {
  const { film } = link;
  const view = film.view.value;
  const seat = link.seat.value;
  const told = film.told.value;
  const prompt = film.prompt.value;
  const legal = prompt?.legal ?? NOTHING;
  const names = useMemo(() => namesOf(info), [info]);
  const showing = film.behind.value > 0 || film.looking.value > 0;
  const over = info.phase === "over" && !showing;
  const playing = info.phase === "playing" || (info.phase === "over" && showing); // and not closed in the middle
  const waiting = (playing && view?.waiting) || NOTHING;
  const mine = seat !== null && waiting.includes(seat) && (!showing || film.isLive());
  const unmasking = useUnmasking(info.seats.length, fresh, over);
  const deadlines = playing ? link.deadlines.value : null;
  const soonest = Math.min(...(deadlines ?? NOTHING).filter((one) => one !== null));
  const title = words("title");
  const asked = !playing
    ? t(`phase.${info.phase}`)
    : view?.winners
      ? t("after.decided") // who has won is told by the masks
      : board.ask(view, legal, seat, words, names);
  const [panel, setPanel] = useState(
    /** @type {typeof PANELS[number] | ""} */ (matchMedia("(min-width: 60rem)").matches ? "log" : ""),
  );
  const [help, setHelp] = useState(false);
  const [menu, setMenu] = useState(false);
  const [peek, setPeek] = useState(false);
  const [sitting, setSitting] = useState(false);
  const stage = useRef(/** @type {HTMLElement | null} */ (null));

  const dealing = film.deal.value !== null && playing; // nothing else tells it before it has been turned
  const veiled = dealing || (covered.value && !lower && !peek && seat !== null && !over);
  const masked = info.phase === "over" && !unmasking.done; // the log would tell before the masks do
  const lines = useLog(told, board, words, names, view);
  const [recap, setRecap] = useState(lower !== undefined); // who lifts the curtain sees it first
  const done = since(lines, seat, told, film.isLive());
  const [missed] = useState(done);
  const spokenNow = link.told.value; // people who talk do not wait for the film
  const said = useMemo(() => spokenNow.flatMap((one) => ("said" in one ? [one] : [])), [spokenNow]);
  const [read, setRead] = useState(said.length); // what was said in the waiting room is not new
  useFilmKeys(film);
  useNews(link, board, words, names, mine, asked, title, veiled || masked);
  useEffect(() => {
    if (panel === "talk") setRead(said.length);
  }, [panel, said.length]);
  useEffect(() => {
    // where the waiting room or the game was scrolled to means nothing here
    scrollTo(0, 0);
    if (stage.current) stage.current.scrollTop = 0;
  }, [over]);

  const claims = menuOf(board, view, seat, words, names);
  const claimed = useMemo(
    () => told.filter((one) => "actor" in one && one.text.startsWith("say ")).length,
    [told],
  );
  const verdicts = useLedger(link, panel === "talk" && seat !== null && !veiled, claimed);
  const spoken = useMemo(
    () => withClaims(spokenNow, told.length, board, words, names, veiled ? NO_VERDICTS : verdicts),
    [spokenNow, told, board, words, names, verdicts, veiled],
  );
  const talks = info.talk && seat !== null && !info.seats[seat].muted;
  const fitting =
    talks && playing && !veiled && film.behind.value === 0
      ? fittingNow(board, view, seat, words, names)
      : NOTHING;
  const claim = (/** @type {string} */ text) => link.act(text);
  const free = info.seats.findIndex((one) => !one.taken);
  const show = (/** @type {typeof PANELS[number]} */ one) =>
    setPanel(panel === one && !matchMedia("(min-width: 60rem)").matches ? "" : one);
  const Drawn = board.default;

  return html`<${Bar} title=${html`<h1 class="table-title">${title}</h1>`}>
    ${
      lower
        ? html`<button class="curtain-button" onClick=${lower}><${Icon} name="curtain" />${t("round.lower")}</button>`
        : over
          ? null
          : seat !== null
            ? html`<${Secrecy} peek=${setPeek} />`
            : html`<span class="tag onlooker"><${Icon} name="eye" />${t("onlooker")}</span>`
    }
    <button class="plain round" aria-pressed=${sounds.value} aria-label=${t("sound")} title=${t("sound")} onClick=${() => {
      sounds.value = !sounds.value;
    }}><${Icon} name=${sounds.value ? "sound" : "mute"} /></button>
    <button class="plain round" aria-label=${t("rules")} title=${t("rules")} onClick=${() => setHelp(true)}><${Icon} name="help" /></button>
    <button class="plain round" aria-label=${t("menu")} title=${t("menu")} onClick=${() => setMenu(true)}><${Icon} name="menu" /></button>
  <//>
  <main id="main" class="table" data-panel=${panel || "none"}>
    <${Seats} info=${info} names=${names} seat=${seat} turn=${playing && view ? onTurn(view) : NOTHING} deadlines=${deadlines} winners=${over && unmasking.done ? (view?.winners ?? NOTHING) : NOTHING} />
    <section class="stage" ref=${stage} aria-label=${t("table")} tabindex="0">
      <div class=${`ask ${mine ? "ask-mine" : ""}`}><div class="ask-words"><p>${asked}</p><p class="ask-last">${over || veiled ? "" : lines.findLast(({ actor }) => actor !== "chance")?.text}</p></div><${FilmTools} film=${film} over=${over} live=${film.isLive()} /><${SayNow} claims=${fitting} claim=${claim} folds /><${Lost} link=${link} />${soonest < Infinity ? html`<${Clock} until=${soonest} />` : null}<${Onlookers} info=${info} /></div>
      ${seat !== null && playing && info.seats[seat]?.away ? html`<div class="notice"><p>${t(info.clock === "off" ? "away.gone" : "away")}</p><button onClick=${() => link.back()}>${t("away.back")}</button></div>` : null}
      ${link.ticket && playing ? html`<${Absent} info=${info} names=${names} waiting=${waiting} ticket=${link.ticket} />` : null}
      ${info.halted ? html`<p class="notice" role="alert">${t("halted")}</p>` : null}
      ${!playing && !over ? html`<div class="notice"><p>${t("closed.why")}</p><${Way} href="/" class="button">${t("home.back")}<//></div>` : null}
      ${seat === null && playing && free >= 0 ? html`<div class="notice"><p>${t("table.free")}</p><button onClick=${() => setSitting(true)}>${t("room.sit")}</button></div>` : null}
      ${recap && !over ? html`<${Since} lines=${missed} close=${() => setRecap(false)} />` : null}
      ${
        over
          ? html`<${After} link=${link} info=${info} board=${board} words=${words} names=${names} unmasking=${unmasking} />`
          : html`<div class="board" data-prompt=${prompt?.number} data-behind=${film.behind.value} onClick=${(
              /** @type {MouseEvent} */ event,
            ) =>
              skipByTap(
                film,
                event,
              )}><h2 class="unseen">${t("table")}</h2><${Drawn} view=${view} seat=${seat} legal=${playing ? legal : NOTHING} act=${(/** @type {string} */ text) => link.act(text)} names=${names} t=${words}
            table=${info.id} told=${told} marks=${link.notes.value.marks}
            events=${film.events.value} lasts=${film.lasts.value} showing=${showing} quiet=${isQuiet()} hidden=${dealing || (covered.value && !lower)} peek=${peek && !dealing} screen=${false} sound=${sound} /></div>`
      }
    </section>
    <aside class="side" aria-label=${t("side")} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !matchMedia("(min-width: 60rem)").matches) setPanel("");
    }}>
      <div class="tabs">${PANELS.map(
        (
          one,
        ) => html`<button key=${one} class="tab" aria-expanded=${panel === one} aria-controls=${`panel-${one}`} onClick=${() => show(one)}>
        <${Icon} name=${one} />${t(one)}${one === "talk" && said.length > read && panel !== "talk" ? html`<span class="count">${said.length - read}<span class="unseen"> ${t("talk.new")}</span></span>` : null}</button>`,
      )}</div>
      <div class="panel" id=${`panel-${panel || "log"}`}>
        ${veiled && (panel === "log" || panel === "notes") ? html`<p class="veil">${t("covered")}</p>` : null}
        ${panel === "log" && !veiled && !masked ? html`${over || (recap && missed.length) ? null : html`<${Since} lines=${done} />`}<${LogPanel} lines=${lines} />` : null}
        ${
          panel === "talk"
            ? html`<${TalkPanel} said=${spoken} may=${talks} why=${info.talk ? t("talk.seat") : t("talk.off")} say=${(/** @type {string} */ text) => link.say(text)}
          claims=${over ? NOTHING : claims} claim=${claim} />`
            : null
        }
        ${panel === "notes" && !veiled ? html`<${NotesPanel} link=${link} board=${board} view=${view} names=${names} words=${words} over=${over} />` : null}
      </div>
      <${SayNow} claims=${fitting} claim=${claim} />
    </aside>
  </main>
  ${sitting ? html`<${Dialog} title=${t("room.sit")} close=${() => setSitting(false)}><${SitDown} info=${info} sit=${sit} /><//>` : null}
  ${dealing && seat !== null ? html`<${DealCeremony} key=${film.deal.value?.key} film=${film} board=${board} seat=${seat} words=${words} names=${names} />` : null}
  ${help ? html`<${Help} game=${info.game} rule=${board.rule(view) ?? ""} live=${playing && film.isLive()} close=${() => setHelp(false)} />` : null}
  ${menu ? html`<${Menu} link=${link} info=${info} over=${over} close=${() => setMenu(false)} />` : null}`;
}

/** @type {never[]} */
const NOTHING = [];
/** @type {import("/parts/ledger.js").Verdicts} */
const NO_VERDICTS = new Map();

/**
 * The log in words; only what is new is put into words, as a game may have thousands of lines.
 * @param {import("/link.js").Told[]} told
 * @param {import("/games.js").Board} board
 * @param {import("/texts.js").Translate} words
 * @param {string[]} names
 * @param {import("/wire.js").Heading | null} view
 */
function useLog(told, board, words, names, view) {
  const known = useRef({
    told: /** @type {import("/link.js").Told[]} */ ([]),
    by: /** @type {unknown[]} */ ([]),
    lines: /** @type {import("/parts/talk.js").LogLine[]} */ ([]),
  });
  const by = [board, words, names];
  const old = known.current;
  if (old.told === told && by.every((one, place) => one === old.by[place])) return old.lines;
  const goesOn =
    by.every((one, place) => one === old.by[place]) &&
    told.length >= old.told.length &&
    told[0] === old.told[0] &&
    told[old.told.length - 1] === old.told.at(-1);
  const from = goesOn ? old.told.length : 0;
  /** @type {import("/parts/talk.js").LogLine[]} */
  const fresh = told.slice(from).flatMap((one, place) => {
    const key = from + place;
    if ("took" in one)
      return [
        { key, actor: one.seat, text: t("log.took", { name: one.name, before: one.before }), trail: null },
      ];
    if (!("actor" in one)) return [];
    const text = board.say([one.actor, one.text], words, names, view);
    const trail = text ? board.trail?.([one.actor, one.text], words, names, view) : null;
    return text ? [{ key, actor: one.actor, text, trail }] : [];
  });
  const lines = goesOn ? (fresh.length ? [...old.lines, ...fresh] : old.lines) : fresh;
  known.current = { told, by, lines };
  return lines;
}

/** Sound, title, notification and screen readers: what has happened, and that it is my turn. */
function useNews(
  /** @type {import("/link.js").Link} */ link,
  /** @type {import("/games.js").Board} */ board,
  /** @type {import("/texts.js").Translate} */ words,
  /** @type {string[]} */ names,
  /** @type {boolean} */ mine,
  /** @type {string} */ asked,
  /** @type {string} */ title,
  /** @type {boolean} */ veiled,
) {
  const before = useRef(/** @type {boolean | null} */ (null));
  const events = link.film.events.value;
  useEffect(() => {
    const sentences = (veiled ? NOTHING : events)
      .filter((line) => !board.heard?.(line))
      .map((line) => board.say(line, words, names))
      .filter(Boolean);
    if (sentences.length || mine !== before.current)
      announce([...sentences, mine ? asked : ""].filter(Boolean).join(" "));
    setTitle(title, mine);
    if (mine && before.current === false) {
      sound("turn");
      notify(title, asked);
    }
    before.current = mine;
  }, [events, mine, asked]);
}

/** @param {{link: import("/link.js").Link}} props says so only when it lasts */
function Lost({ link }) {
  const [long, setLong] = useState(false);
  const lost = link.status.value === "lost";
  useEffect(() => {
    setLong(false);
    if (!lost) return undefined;
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [lost]);
  return lost && long ? html`<span class="lost" role="status">${t("lost")}</span>` : null;
}

/** Cover my secrets; press and hold to look at them. @param {{peek: (now: boolean) => void}} props */
function Secrecy({ peek }) {
  const key = (/** @type {boolean} */ down) => (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    peek(down);
  };
  return html`${
    covered.value
      ? html`<button class="peek" onPointerDown=${() => peek(true)} onPointerUp=${() => peek(false)} onPointerLeave=${() => peek(false)} onPointerCancel=${() => peek(false)}
          onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()} onKeyDown=${key(true)} onKeyUp=${key(false)} onBlur=${() => peek(false)}>${t("peek")}</button>`
      : null
  }
    <button class="plain round" aria-pressed=${covered.value} aria-label=${t("cover")} title=${t("cover")} onClick=${() => {
      covered.value = !covered.value;
      peek(false);
      hush();
    }}>
      <${Icon} name=${covered.value ? "hidden" : "eye"} /></button>`;
}

/** @param {{link: import("/link.js").Link, info: import("/wire.js").TableInfo, over: boolean, close: () => void}} props */
function Menu({ link, info, over, close }) {
  const [offer, setOffer] = useState(/** @type {{link: string, qr: string} | null} */ (null));
  const known = visit(info.id);
  const seat = link.seat.value;
  const moveAway = () =>
    ask("POST", `tables/${info.id}/offer`, {}, link.ticket)
      .then(setOffer)
      .catch((error) => tell(error.message));
  const host = (/** @type {string} */ path, /** @type {any} */ body) =>
    ask("POST", `tables/${info.id}/seats/${path}`, body, known?.host).catch((error) => tell(error.message));
  const revoke = (/** @type {number} */ number) => {
    if (confirm(t("menu.revoke.sure", { name: info.seats[number].name }))) host(`${number}/revoke`, {});
  };
  const end = async () => {
    if (!confirm(t("menu.end.sure"))) return;
    await ask("DELETE", `tables/${info.id}`, undefined, known?.host).catch((error) => tell(error.message));
    remember({ id: info.id, phase: "closed" });
    go("/");
  };
  if (offer) {
    return html`<${Dialog} key="offer" title=${t("menu.move")} close=${close}><div class="menu">
      <p>${t("menu.move.how")}</p><div class="qr" role="img" aria-label=${t("menu.move.qr")} dangerouslySetInnerHTML=${{ __html: offer.qr }}></div>
      <button onClick=${() => copy(offer.link)}><${Icon} name="copy" />${t("room.copy")}</button></div><//>`;
  }
  return html`<${Dialog} title=${t("menu")} close=${close}>
    <div class="menu">
      ${link.film.isLive() && !over ? html`<p class="faint">${t("live.on")}</p>` : null}
      <p>${t("room.code")} <b class="code">${info.code}</b></p>
      <button onClick=${() => copy(`${location.origin}/t/${info.id}`)}><${Icon} name="link" />${t("room.copy")}</button>
      <${ScreenLink} info=${info} class="button" />
      ${seat !== null ? html`<button onClick=${moveAway}><${Icon} name="device" />${t("menu.move")}</button>` : null}
      ${mayAsk() ? html`<button onClick=${() => askToNotify().then(close)}><${Icon} name="bell" />${t("menu.notify")}</button>` : null}
      <label class="tick"><input type="checkbox" checked=${plain.value} onChange=${() => {
        plain.value = !plain.value;
      }} /><span>${t("menu.plain")}</span></label>
      <label class="menu-row">${t("pace")}<select value=${pace.value} onChange=${(
        /** @type {any} */ event,
      ) => {
        pace.value = event.target.value;
      }}>${Object.keys(PACES).map((one) => html`<option key=${one} value=${one} selected=${one === pace.value}>${t(`pace.${one}`)}</option>`)}</select></label>
      <div class="menu-row"><${LanguageChoice} /><${ThemeButton} /></div>
      <${Way} href="/" class="button"><${Icon} name="home" />${t("home.back")}<//>
      ${
        known?.host && !over
          ? info.seats.map((one, number) =>
              one.bot || !one.taken || number === seat
                ? null
                : html`<div class="menu-row" key=${number}><span>${one.name}</span>
        <span><button class="plain" onClick=${() => host(`${number}/mute`, { muted: !one.muted })}>${t(one.muted ? "menu.unmute" : "menu.mute")}</button>
        <button class="plain" onClick=${() => revoke(number)}>${t("menu.revoke")}</button></span></div>`,
            )
          : null
      }
      ${known?.host && !over ? html`<button onClick=${end}><${Icon} name="close" />${t("menu.end")}</button>` : null}
    </div>
  <//>`;
}
