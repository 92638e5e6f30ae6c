// Afterwards: who it was, why it counted, and the whole game again from anybody's eyes.
import { html, useEffect, useRef, useState } from "/dom.js";
import { ask } from "/api.js";
import { remember, visit } from "/device.js";
import { check } from "/proof.js";
import { t } from "/texts.js";
import { Way, announce, go, tell } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { SeatBadge } from "/parts/seats.js";

const STEP = 900;

/** @typedef {{seat: number | null, start: any, steps: {actor: number | "chance", text: string, view: any}[]}} Replay */

/** @param {{link: import("/link.js").Link, info: import("/api.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[]}} props */
export function After({ link, info, board, words, names }) {
  const view = link.view.value;
  const seat = link.seat.value;
  const [replaying, setReplaying] = useState(false);
  const Drawn = board.default;
  const winners = /** @type {number[]} */ (view.winners ?? []);
  const line = winners.length === 0 ? t("after.nobody") : seat !== null && winners.includes(seat) ? t(winners.length > 1 ? "after.we" : "after.me")
    : t("after.won", { count: winners.length, names: new Intl.ListFormat(document.documentElement.lang).format(winners.map((one) => names[one])) });
  return html`<section class="after" aria-label=${t("after")}>
    <div class="reveal"><h2>${line}</h2>
      ${winners.length ? html`<ul class="reveal-winners" aria-hidden="true">${winners.map((one) => html`<li key=${one}><${SeatBadge} seat=${one} />${names[one]}</li>`)}</ul>` : null}</div>
    <ul class="reasons">${board.reasons(view, words, names).map((text, number) => html`<li key=${number}>${text}</li>`)}</ul>
    <div class="after-ways">
      <${Rematch} info=${info} />
      <button aria-expanded=${replaying} onClick=${() => setReplaying(!replaying)}><${Icon} name="replay" />${t("after.replay")}</button>
      <a class="button" href=${`/api/tables/${info.id}/file`} download=${`${info.game}-${info.code}.game`}><${Icon} name="file" />${t("after.file")}</a>
      <${Proof} info=${info} />
      <${Way} href="/" class="button"><${Icon} name="home" />${t("home.back")}<//>
    </div>
  </section>
  ${replaying
    ? html`<${Replayed} info=${info} board=${board} words=${words} names=${names} first=${seat} />`
    : html`<div class="board"><${Drawn} view=${view} seat=${seat} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${[]} quiet=${false} hidden=${false} peek=${false} screen=${false} sound=${() => undefined} /></div>`}`;
}

/** @param {{info: import("/api.js").TableInfo}} props */
function Rematch({ info }) {
  const known = visit(info.id);
  const again = async () => {
    try {
      const made = await ask("POST", `tables/${info.id}/rematch`, {}, known?.host);
      // Everybody's ticket is good at the new table too.
      remember({ id: made.table.id, code: made.table.code, game: info.game, phase: "open", host: made.host, ticket: known?.ticket, won: undefined });
      if (made.table.seats.every((/** @type {any} */ one, /** @type {number} */ _) => one.taken && (one.bot || info.seats.filter((seat) => !seat.bot).length === 1))) {
        await ask("POST", `tables/${made.table.id}/start`, {}, made.host);
      }
      go(`/t/${made.table.id}`);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const follow = () => {
    if (!visit(info.next)) remember({ id: info.next, code: "", game: info.game, phase: "open", ticket: known?.ticket });
    go(`/t/${info.next}`);
  };
  if (info.next) return html`<button class="strong" onClick=${follow}><${Icon} name="play" />${t("after.follow")}</button>`;
  return known?.host ? html`<button class="strong" onClick=${again}><${Icon} name="play" />${t("after.rematch")}</button>` : null;
}

/** @param {{info: import("/api.js").TableInfo}} props */
function Proof({ info }) {
  const [found, setFound] = useState("");
  const look = async () => {
    const file = await ask("GET", `tables/${info.id}/file`).catch(() => "");
    const result = await check(file, info.commitment);
    setFound(t(`proof.${result}`));
    announce(t(`proof.${result}`));
  };
  return html`<button onClick=${look}><${Icon} name="proof" />${t("after.proof")}</button>${found ? html`<p class="proof">${found}</p>` : null}`;
}

/** @param {{info: import("/api.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[], first: number | null}} props */
function Replayed({ info, board, words, names, first }) {
  const [eyes, setEyes] = useState(first === null ? "" : String(first));
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(false);
  const before = useRef(0);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.scrollIntoView({ block: "start" }), []);
  useEffect(() => {
    setReplay(null);
    ask("GET", `tables/${info.id}/replay${eyes === "" ? "" : `?seat=${eyes}`}`).then(setReplay).catch((error) => tell(error.message));
  }, [eyes]);
  const last = replay?.steps.length ?? 0;
  useEffect(() => {
    if (!running) return undefined;
    if (at >= last) { setRunning(false); return undefined; }
    const timer = setTimeout(() => setAt(at + 1), STEP);
    return () => clearTimeout(timer);
  }, [running, at, last]);
  const step = replay && at > 0 ? replay.steps[at - 1] : null;
  const events = step && at === before.current + 1 ? [[step.actor, step.text]] : [];
  useEffect(() => { before.current = at; }, [at]);
  const Drawn = board.default;
  const sentence = step ? board.say([step.actor, step.text], words, names) ?? "" : t("after.start");
  return html`<section class="replay" ref=${place} aria-label=${t("after.replay")}>
    <div class="replay-tools">
      <label>${t("after.eyes")} <select value=${eyes} onChange=${(/** @type {any} */ event) => setEyes(event.target.value)}>
        <option value="" selected=${eyes === ""}>${t("after.onlooker")}</option>${names.map((name, number) => html`<option key=${number} value=${number} selected=${eyes === String(number)}>${name}</option>`)}</select></label>
      <button class="round" aria-label=${t("after.back")} disabled=${at === 0} onClick=${() => setAt(at - 1)}><${Icon} name="back" /></button>
      <button class="round" aria-label=${t(running ? "after.stop" : "after.run")} aria-pressed=${running} onClick=${() => { if (at >= last) setAt(0); setRunning(!running); }}><${Icon} name=${running ? "close" : "play"} /></button>
      <input type="range" min="0" max=${last} value=${at} aria-label=${t("after.slider")} aria-valuetext=${`${at} / ${last}: ${sentence}`} onInput=${(/** @type {any} */ event) => { setRunning(false); setAt(Number(event.target.value)); }} />
      <span class="replay-at">${at} / ${last}</span>
    </div>
    <p class="replay-line">${sentence}</p>
    ${replay ? html`<div class="board"><${Drawn} view=${step ? step.view : replay.start} seat=${replay.seat} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${events}
      quiet=${matchMedia("(prefers-reduced-motion: reduce)").matches} hidden=${false} peek=${false} screen=${false} sound=${() => undefined} /></div>` : null}
  </section>`;
}
