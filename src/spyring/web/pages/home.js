// The front door.

import { about, ask } from "/api.js";
import { forget, freshId, myName, remember, visits } from "/device.js";
import { html, useEffect, useState } from "/dom.js";
import { manifestOf, wordsOf } from "/games.js";
import { GameCover } from "/parts/cover.js";
import { Bar, go, LanguageChoice, ThemeButton, tell, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { Mark } from "/parts/mark.js";
import { NewTable } from "/parts/new-table.js";
import { line, shown } from "/parts/set-up.js";
import { language, listed, t } from "/texts.js";

const QUICK_SEATS = 5; // lively, and still soon played
const QUICK_BOT = "normal";
const SHOWN = 6;
const LOOK = 10_000; // ms from one look at other tables to the next

/** @param {unknown} error */
const fail = (error) => tell(error instanceof Error ? error.message : String(error));

/** One click: a table full of bots, and the first seat. @param {import("/wire.js").GameInfo} game */
export async function playNow(game) {
  const most = game.seats[game.seats.length - 1];
  const seats = Math.max(game.seats[0], Math.min(QUICK_SEATS, most));
  /** @type {import("/wire.js").Hosted} */
  const made = await ask("POST", "tables", { game: game.key, seats });
  const { id, code } = made.table;
  /** @type {import("/wire.js").Seated} */
  const sat = await ask("POST", `tables/${id}/seats`, {
    name: myName.value.trim() || t("guest"),
    contribution: freshId(),
  });
  remember({ id, code, game: game.key, host: made.host, ticket: sat.ticket });
  await ask("POST", `tables/${id}/bots`, { bot: QUICK_BOT }, made.host);
  await ask("POST", `tables/${id}/start`, {}, made.host);
  go(`/t/${id}`);
}

/** @param {{game: import("/wire.js").GameInfo, manifest: import("/games.js").Manifest, words: import("/texts.js").Translate, lay: () => void}} props */
function GameCard({ game, manifest, words, lay }) {
  const [busy, setBusy] = useState(false);
  const play = () => {
    setBusy(true);
    playNow(game).catch((error) => {
      setBusy(false);
      fail(error);
    });
  };
  const about = words("about");
  const title = words("title");
  const few = game.seats[0];
  const many = game.seats[game.seats.length - 1];
  return html`<${GameCover} game=${game.key} manifest=${manifest}>
    <div class="game-words">
      <h2>${title}</h2>
      <p class="game-seats">${t("home.seats", { few, many })}</p>
      ${about === "about" ? null : html`<p>${about}</p>`}
      <div class="game-ways">
        <button class="strong" disabled=${busy} onClick=${play}><${Icon} name="play" />${t("home.play")}<span class="unseen">: ${title}</span></button>
        <button onClick=${lay}><${Icon} name="plus" />${t("home.new")}<span class="unseen">: ${title}</span></button>
        ${game.lesson ? html`<${Way} href=${`/learn/${game.key}`} class="game-learn"><${Icon} name="learn" />${t("home.learn")}<span class="unseen">: ${title}</span><//>` : null}
      </div>
    </div>
  <//>`;
}

function Join() {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState("");
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = code
      .trim()
      .replace(/^.*\/t\//, "")
      .replace(/\s/g, "");
    if (!wanted) return;
    try {
      /** @type {import("/wire.js").TableInfo} */
      const found = await ask("GET", `tables/${encodeURIComponent(wanted)}`);
      go(`/t/${found.id}`);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<form class="join" onSubmit=${join}>
    <label for="code">${t("home.join")}</label>
    <div class="join-row">
      <input id="code" value=${code} autocomplete="off" autocapitalize="characters" spellcheck=${false} placeholder="ABCD2345"
        aria-describedby=${wrong ? "code-wrong" : undefined} aria-invalid=${wrong ? "true" : undefined}
        onInput=${(/** @type {any} */ event) => {
          setCode(event.target.value);
          setWrong("");
        }} />
      <button class="strong">${t("home.join.go")}</button>
    </div>
    <label class="join-name">${t("name")} <input value=${myName.value} maxlength="24" autocomplete="nickname" placeholder=${t("guest")}
      onChange=${(/** @type {any} */ event) => {
        myName.value = event.target.value.trim();
      }} /></label>
    ${wrong ? html`<p id="code-wrong" class="wrong" role="alert">${wrong}</p>` : null}
  </form>`;
}

/**
 * Whoever sat down first has laid the table, as a rule; what differs from the usual game is its variant.
 * @param {{tables: import("/wire.js").TableInfo[], titles: Record<string, string>, words: Record<string, import("/texts.js").Translate>, games: import("/wire.js").GameInfo[],
 *   manifests: Record<string, import("/games.js").Manifest>}} props
 */
function OpenTables({ tables, titles, words, games, manifests }) {
  const open = tables.filter((table) => table.seats.some((seat) => !seat.taken));
  const variant = (/** @type {import("/wire.js").TableInfo} */ table) => {
    const game = games.find(({ key }) => key === table.game);
    if (!game) return [];
    return shown(game, table.options, manifests[table.game]).flatMap((option) => {
      const value = table.options[option.key];
      if (value === undefined || value === option.default) return [];
      const key = value === "on" ? `option.${option.key}` : `option.${option.key}.${value}`;
      return [line(words[table.game], key).split(/[.:]/)[0] || `${option.key} ${value}`]; // the beginning says enough
    });
  };
  return html`<section class="list" aria-labelledby="open-tables">
    <h2 id="open-tables">${t("home.open")}</h2>
    ${open.length === 0 ? html`<p class="faint">${t("home.open.none")}</p>` : null}
    <ul>${open.map((table) => {
      const free = table.seats.filter((seat) => !seat.taken).length;
      const host = table.seats.find((seat) => seat.taken && !seat.bot)?.name;
      const more = [host ? t("home.of", { name: host }) : "", ...variant(table)].filter(Boolean).join(" · ");
      return html`<li key=${table.id}><${Way} href=${`/t/${table.id}`} class="row">
        <b>${titles[table.game] ?? table.title}</b>
        <span>${t("home.free", { count: free })}</span><span class="code">${table.code}</span>
        ${more ? html`<span class="row-more">${more}</span>` : null}<//></li>`;
    })}</ul>
  </section>`;
}

/** Which of my tables are waiting for me. @param {import("/device.js").Visit[]} mine @returns {Set<string>} */
function useTurns(mine) {
  const [turns, setTurns] = useState(/** @type {Set<string>} */ (new Set()));
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      for (const { id, phase, ticket, round } of mine) {
        if (phase !== "playing" || !ticket || round?.length) continue;
        ask("GET", `tables/${id}/turn`, undefined, ticket)
          .then((/** @type {import("/wire.js").Turn} */ turn) =>
            setTurns((old) => new Set(turn.mine ? [...old, id] : [...old].filter((one) => one !== id))),
          )
          .catch(() => undefined);
      }
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [mine.map(({ id, phase }) => `${id} ${phase}`).join()]);
  return turns;
}

/** @param {{titles: Record<string, string>}} props */
function MyTables({ titles }) {
  const [all, setAll] = useState(false);
  const mine = visits.value.slice(0, all ? undefined : SHOWN);
  const turns = useTurns(mine);
  if (mine.length === 0) return null;
  const when = new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" });
  return html`<section class="list" aria-labelledby="my-tables">
    <h2 id="my-tables">${t("home.mine")}</h2>
    <ul>${mine.map((one) => {
      const ended = one.won === undefined ? t(`phase.${one.phase}`) : t(one.won ? "home.won" : "home.lost");
      const points =
        one.points === undefined ? "" : `${one.points} ${t("after.unit", { count: one.points })}`;
      return html`<li key=${one.id}>
      <${Way} href=${`/t/${one.id}`} class="row"><b>${titles[one.game] ?? "…"}</b>
        <span>${turns.has(one.id) ? html`<b class="row-turn">${t("home.turn")}</b>` : [ended, points].filter(Boolean).join(" · ")}</span>
        <time>${when.format(one.at)}</time>
        ${one.others?.length ? html`<span class="row-more">${t("home.with", { names: listed(one.others) })}</span>` : null}<//>
      <button class="plain round" aria-label=${t("home.forget", { code: one.code })} title=${t("home.forget", { code: one.code })}
        onClick=${() => forget(one.id)}><${Icon} name="close" /></button></li>`;
    })}</ul>
    ${!all && visits.value.length > SHOWN ? html`<button class="plain" onClick=${() => setAll(true)}>${t("home.all", { count: visits.value.length })}</button>` : null}
  </section>`;
}

/** @template T @param {string[]} keys @param {(key: string) => Promise<T>} get @returns {Promise<Record<string, T>>} */
async function byKey(keys, get) {
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await get(key)])));
}

export function Home() {
  const [offer, setOffer] = useState(/** @type {import("/wire.js").About | null} */ (null));
  const [words, setWords] = useState(/** @type {Record<string, import("/texts.js").Translate>} */ ({}));
  const [manifests, setManifests] = useState(
    /** @type {Record<string, import("/games.js").Manifest>} */ ({}),
  );
  const [tables, setTables] = useState(/** @type {import("/wire.js").TableInfo[]} */ ([]));
  const [laying, setLaying] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    about()
      .then(async (found) => {
        const keys = found.games.map(({ key }) => key);
        setWords(await byKey(keys, wordsOf));
        setManifests(await byKey(keys, manifestOf));
        setOffer(found);
      })
      .catch(fail);
    const look = () => {
      if (document.visibilityState === "visible")
        ask("GET", "lobby")
          .then(setTables)
          .catch(() => undefined);
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, []);
  const unfinished = visits.value.find(({ phase }) => phase === "playing" || phase === "open");
  const titles = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word("title")]));
  return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
  <main id="main" class="home">
    <section class="hero cut">
      <div class="hero-art" aria-hidden="true"><${Mark} /></div>
      <h1>Spyring</h1>
      <p class="hero-line">${t("home.line")}</p>
      <p class="hero-ways">
        ${unfinished ? html`<${Way} href=${`/t/${unfinished.id}`} class="button strong"><${Icon} name="play" />${t("home.resume", { code: unfinished.code })}<//>` : null}
        <${Way} href="/learn"><${Icon} name="learn" />${t("home.first")}<//>
        <${Way} href="/cases"><${Icon} name="eye" />${t("home.cases")}<//>
        <a href="#code"><${Icon} name="link" />${t("home.join")}</a></p>
    </section>
    <section class="games" aria-label=${t("home.games")}>
      ${
        offer
          ? offer.games.map(
              (game) =>
                html`<${GameCard} key=${game.key} game=${game} manifest=${manifests[game.key]} words=${words[game.key]} lay=${() => setLaying(game.key)} />`,
            )
          : [0, 1, 2].map((number) => html`<div key=${number} class="game game-coming"></div>`)
      }
    </section>
    <div class="home-more">
      <${Join} />
      <${MyTables} titles=${titles} />
      <${OpenTables} tables=${tables} titles=${titles} words=${words} games=${offer?.games ?? []} manifests=${manifests} />
    </div>
    <footer class="foot"><p>${t("home.foot")}</p><p><${Way} href="/r/file"><${Icon} name="replay" />${t("replay.open")}<//></p><p><${Way} href="/records"><${Icon} name="proof" />${t("home.records")}<//></p>${offer ? html`<p>Spyring ${offer.version}</p>` : null}</footer>
  </main>
  ${laying && offer ? html`<${NewTable} offer=${offer} words=${words} manifests=${manifests} first=${laying} close=${() => setLaying(null)} />` : null}`;
}
