// The waiting room: who comes, who sits where, and what will be played.

import { about, ask } from "/api.js";
import { freshId, myName, remember, visit } from "/device.js";
import { html, useEffect, useRef, useState } from "/dom.js";
import { useManifest } from "/games.js";
import { Bar, go, LanguageChoice, ThemeButton, tell, Way } from "/parts/frame.js";
import { Help } from "/parts/help.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { canShare } from "/parts/round.js";
import { IsYou, isGone, namesOf, Onlookers, SeatBadge, SeatTags } from "/parts/seats.js";
import { ChangeTable, line, shown } from "/parts/set-up.js";
import { TalkPanel } from "/parts/talk.js";
import { t } from "/texts.js";

const ALONE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/; // addresses that every machine has for itself

/** @param {{link: import("/link.js").Link, info: import("/wire.js").TableInfo, words: import("/texts.js").Translate, sit: () => void}} props */
export function Room({ link, info, words, sit }) {
  const host = visit(info.id)?.host ?? "";
  const seat = link.seat.value;
  const names = namesOf(info);
  const round = visit(info.id)?.round?.map(({ name }) => name) ?? [];
  const free = info.seats.filter((one) => !one.taken).length;
  const away = info.seats.some((one) => isGone(one) && !round.includes(one.name));
  const [offer, setOffer] = useState(/** @type {import("/wire.js").About | null} */ (null));
  const game = offer?.games.find((one) => one.key === info.game);
  const manifest = useManifest(info.game);
  const [changing, setChanging] = useState(false);
  const [help, setHelp] = useState(false);
  const [level, setLevel] = useState("normal");
  const [temper, setTemper] = useState("");
  const bot = temper && level !== "uniform" ? `${level}/${temper}` : level;
  useEffect(() => {
    about()
      .then(setOffer)
      .catch(() => undefined);
  }, []);
  const taken = info.seats.length - free;
  useEffect(() => {
    setTitle(`${taken}/${info.seats.length} · ${words("title")}`);
  }, [taken, words]);
  const chosen =
    (game && manifest && shown(game, info.options, manifest).map(({ key }) => [key, info.options[key]])) ??
    [];

  const ticket = host || (visit(info.id)?.ticket ?? "");
  const change = (
    /** @type {"POST" | "DELETE"} */ method,
    /** @type {string} */ path,
    /** @type {any} */ body = undefined,
  ) => ask(method, `tables/${info.id}${path}`, body, ticket).catch((error) => tell(error.message));
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    const order = info.seats.map((_, number) => number);
    [order[from], order[to]] = [order[to], order[from]];
    return change("POST", "/order", { order });
  };
  const leave = async () => {
    await change("DELETE", `/seats/${seat}`);
    go("/");
  };
  const said = link.told.value.flatMap((one) => ("said" in one ? [one] : []));

  return html`<${Bar} title=${html`<span class="unseen">${words("title")}</span>`}><${LanguageChoice} /><${ThemeButton} /><//>
  <main id="main" class=${`room ${host ? "room-host" : ""}`}>
    <div>
      <h1>${words("title")}</h1>
      ${line(words, "about") ? html`<p>${line(words, "about")}</p>` : null}
      ${
        info.phase === "open"
          ? html`<p class="faint" role="status">${free ? t("room.free", { count: free }) : t(away ? "room.full.away" : host ? "room.full.host" : "room.full")}</p>`
          : html`<p role="status">${t(`phase.${info.phase}`)}</p>`
      }
      ${info.imported ? html`<p class="room-from">${t("room.from")} ${info.source ? html`<a href=${`/r/${info.source}`} target="_blank">${t("room.from.see")}</a>` : null}</p>` : null}
      <p class="room-ways"><button onClick=${() => setHelp(true)}><${Icon} name="help" />${t("rules")}</button>
        ${game?.lesson ? html`<a class="button" href=${`/learn/${info.game}`} target="_blank"><${Icon} name="learn" />${t("room.lesson")}</a>` : null}</p>
      ${info.phase === "open" && seat === null && free ? html`<${SitDown} info=${info} sit=${sit} />` : null}
      <div class="room-seats"><h2>${t("room.seats")}</h2><${Onlookers} info=${info} /></div>
      <ol>${info.seats.map(
        (one, number) => html`<li class="seat-row" key=${number}>
        <${SeatBadge} seat=${number} />
        <div><b>${one.taken ? names[number] : t("seat.free")}${number === seat ? html`<${IsYou} />` : null}</b>
          ${one.name && round.includes(one.name) ? html`<span class="tag"><${Icon} name="device" />${t("round.here")}</span>` : html`<${SeatTags} seat=${one} />`}
          ${number === seat && info.phase === "open" && !round.length ? html`<${Rename} info=${info} seat=${number} ticket=${visit(info.id)?.ticket ?? ""} />` : null}</div>
        ${
          host && info.phase === "open"
            ? html`<div class="seat-tools">
          ${number > 0 ? html`<button class="plain round" aria-label=${t("room.up", { name: names[number] })} title=${t("room.up", { name: names[number] })} onClick=${() => move(number, number - 1)}><${Icon} name="up" /></button>` : null}
          ${one.taken && number !== seat ? html`<button class="plain round" aria-label=${t("room.remove", { name: names[number] })} title=${t("room.remove", { name: names[number] })} onClick=${() => change("DELETE", `/seats/${number}`)}><${Icon} name="close" /></button>` : null}
          ${!one.taken ? html`<button onClick=${() => change("POST", `/seats/${number}/bot`, { bot })}><${Icon} name="bot" />${t("room.bot")}</button>` : null}
        </div>`
            : null
        }
      </li>`,
      )}</ol>
      ${
        host && info.phase === "open"
          ? html`<div class="fill">
            <label>${t("room.strength")} <select value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
              ${(game?.bots ?? []).map((one) => html`<option key=${one} value=${one} selected=${one === level}>${t(`bot.${one}`)}</option>`)}</select></label>
            <label>${t("room.temper")} <select value=${temper} disabled=${level === "uniform"} onChange=${(/** @type {any} */ event) => setTemper(event.target.value)}>
              ${(offer?.tempers ?? []).map((one, place) => html`<option key=${one} value=${place ? one : ""}>${t(`temper.${one}`)}</option>`)}</select></label>
            <button disabled=${free === 0} onClick=${() => change("POST", "/bots", { bot })}><${Icon} name="bot" />${t("room.fill")}</button></div>
            <p class="faint">${t(`bot.${level}.line`)}</p>
          <div class="room-start"><button class="strong big" disabled=${free > 0} onClick=${() => change("POST", "/start", {})}><${Icon} name="play" />${t("room.start")}</button>
            ${free ? html`<span class="faint">${t("room.start.why")}</span>` : null}</div>`
          : null
      }
      ${seat !== null && !host && info.phase === "open" ? html`<div class="room-start"><p role="status">${t("room.wait")}</p><button onClick=${leave}>${t("room.leave")}</button></div>` : null}
      ${
        info.talk
          ? html`<h2>${t("talk")}</h2><${TalkPanel} said=${said} may=${seat !== null && !info.seats[seat].muted} why=${t("talk.seat")}
        say=${(/** @type {string} */ text) => link.say(text)} claims=${[]} claim=${() => undefined} />`
          : null
      }
      <h2>${t("room.options")}</h2>
      <dl class="room-options">
        ${chosen.map(([key, value]) => html`<div key=${key}><dt>${line(words, `option.${key}`) || key}</dt><dd>${line(words, `option.${key}.${value}`) || value} ${line(words, `option.${key}.${value}.bots`)}</dd></div>`)}
        <div><dt>${t("new.clock")}</dt><dd>${t(`clock.${info.clock}.line`)}</dd></div>
        ${game && manifest && !canShare(game, manifest, info.options) ? html`<div><dt>${t("new.beat")}</dt><dd>${t(`beat.${info.beat}.line`)}</dd></div>` : null}
      </dl>
      ${host && info.phase === "open" && !info.imported && !round.length && offer ? html`<button onClick=${() => setChanging(true)}>${t("room.change")}</button>` : null}
      ${changing && offer && info.phase === "open" ? html`<${ChangeTable} info=${info} offer=${offer} word=${words} ticket=${host} close=${() => setChanging(false)} />` : null}
    </div>
    ${info.phase === "open" ? html`<${Invite} info=${info} />` : html`<${Way} href="/" class="button">${t("home.back")}<//>`}
  </main>
  ${help ? html`<${Help} game=${info.game} rule="" live=${false} close=${() => setHelp(false)} />` : null}`;
}

/** One's own name, without leaving the seat. @param {{info: import("/wire.js").TableInfo, seat: number, ticket: string}} props */
function Rename({ info, seat, ticket }) {
  const [name, setName] = useState(/** @type {string | null} */ (null)); // null: as it is
  const [wrong, setWrong] = useState("");
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  const open = name !== null;
  const before = useRef(open);
  useEffect(() => {
    if (open !== before.current) (open ? field : opener).current?.focus();
    before.current = open;
  }, [open]);
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    ask("POST", `tables/${info.id}/seats/${seat}/name`, { name: name?.trim() || t("guest") }, ticket)
      .then(() => {
        myName.value = name?.trim() ?? "";
        setName(null);
      })
      .catch((error) => setWrong(error.message));
  };
  if (!open)
    return html`<button ref=${opener} class="plain rename" onClick=${() => {
      setWrong("");
      setName(info.seats[seat].name);
    }}>${t("room.rename")}</button>`;
  return html`<form class="rename-form" onSubmit=${save} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") setName(null);
  }}>
    <input ref=${field} aria-label=${t("name")} value=${name} maxlength="24" autocomplete="nickname" placeholder=${t("guest")} aria-invalid=${wrong ? "true" : undefined}
      aria-describedby=${wrong ? "name-wrong" : undefined} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
    <button class="strong">${t("room.rename.go")}</button>
    ${wrong ? html`<p id="name-wrong" class="wrong" role="alert">${wrong}</p>` : null}</form>`;
}

/** @param {{info: import("/wire.js").TableInfo}} props */
function Invite({ info }) {
  const address = `${location.origin}/t/${info.id}`;
  const share = async () => {
    if (navigator.share && matchMedia("(pointer: coarse)").matches)
      await navigator.share({ url: address, title: "Spyring" }).catch(() => undefined);
    else await copy(address);
  };
  return html`<aside class="invite" aria-label=${t("room.invite")}>
    <h2>${t("room.invite")}</h2>
    <p>${t("room.code")}</p><b class="code">${info.code}</b>
    <img src=${`/t/${info.id}/qr.svg`} alt=${t("room.qr")} width="224" height="224" />
    <button onClick=${share}><${Icon} name="link" />${t("room.copy")}</button>
    ${
      ALONE.test(location.hostname)
        ? html`<p class="invite-alone">${t("room.alone")
            .split(/(--host [\d.]*\d)/)
            .map((part) => (part.startsWith("--") ? html`<code>${part}</code>` : part))}</p>`
        : null
    }
    <p><${ScreenLink} info=${info} /></p>
  </aside>`;
}

/** In a tab of its own: who taps it keeps the seat before their eyes. @param {{info: import("/wire.js").TableInfo, class?: string}} props */
export function ScreenLink({ info, ...more }) {
  return html`<a href=${`/t/${info.code}/screen`} target="_blank" ...${more}><${Icon} name="screen" />${t("room.screen")}</a>`;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("copied"));
  } catch {
    prompt(t("room.copy"), text);
  }
}

/** @param {{info: import("/wire.js").TableInfo, sit: () => void}} props */
export function SitDown({ info, sit }) {
  const round = visit(info.id)?.round;
  const [name, setName] = useState(round ? "" : myName.value);
  const [wrong, setWrong] = useState("");
  const down = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const called = name.trim() || (round ? `${t("guest")} ${round.length + 1}` : t("guest"));
      /** @type {import("/wire.js").Seated} */
      const sat = await ask("POST", `tables/${info.id}/seats`, { name: called, contribution: freshId() });
      if (round) {
        remember({ id: info.id, round: [...round, { name: called, ticket: sat.ticket }] });
        setName("");
      } else {
        myName.value = name.trim();
        remember({ id: info.id, code: info.code, game: info.game, ticket: sat.ticket });
        sit();
      }
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<form class="form sit" onSubmit=${down}><label class="field">${t(round ? "round.another" : "name")}
      <input value=${name} maxlength="24" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
    <button class="strong big">${t("room.sit")}</button></form>`;
}
