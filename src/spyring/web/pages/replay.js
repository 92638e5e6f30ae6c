// A game again, at an address of its own: one of this server that is over (/r/TABLE), or a game file (/r/file).

import { ask, Refusal } from "/api.js";
import { freshId, myName, remember, visit } from "/device.js";
import { html, signal, useEffect, useState } from "/dom.js";
import { useGame } from "/games.js";
import { copy } from "/pages/room.js";
import { AnalysisPanel } from "/parts/analysis.js";
import { BeliefsPanel } from "/parts/beliefs.js";
import { Bar, go, LanguageChoice, ThemeButton, tell, Waiting, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { ALL, fromFile, fromTable, ReplayPanel, useReplay } from "/parts/replay.js";
import { addressOf, placeIn } from "/parts/replay-address.js";
import { ReplayLog } from "/parts/replay-log.js";
import { namesOf } from "/parts/seats.js";
import { StoryPanel, storyOf, useStory } from "/parts/story.js";
import { Leading, useLeading, useMarks, useTable, Words } from "/parts/together.js";
import { t } from "/texts.js";

const FILE = "file"; // in place of a table
const KEPT = "spyring.file"; // until this tab is closed

/**
 * A game: where its views and its story come from, and who plays it.
 * @typedef {{table: string, file: string, game: string, names: string[], source: import("/parts/replay.js").Source, story: () => Promise<import("/wire.js").Story>, analysis: () => Promise<import("/wire.js").Analysis>, analysed?: () => Promise<import("/wire.js").Progress>,
 *   beliefs: (seat: number, line: number) => Promise<import("/wire.js").Belief[]>}} Known
 */

const opened = signal(0); // files so far

/** Look at a game file. @param {File | undefined} file */
export async function openFile(file) {
  if (!file) return;
  try {
    sessionStorage.setItem(KEPT, await file.text());
  } catch {
    tell(t("error.too-long"));
    return;
  }
  opened.value++;
  go(`/r/${FILE}`);
}

/** The table's game. @param {string} table @returns {Promise<Known>} */
async function knownTable(table) {
  /** @type {import("/wire.js").TableInfo} */
  const info = await ask("GET", `tables/${encodeURIComponent(table)}`);
  if (info.phase === "open" || info.phase === "playing")
    throw new Refusal({ id: "not-over", text: "This is shown only when the game is over." });
  return {
    table: info.id,
    file: "",
    game: info.game,
    names: namesOf(info),
    source: fromTable(info.id),
    story: storyOf(info.id, visit(info.id)?.ticket ?? ""),
    analysis: () => ask("GET", `tables/${info.id}/analysis`),
    analysed: () => ask("GET", `tables/${info.id}/analysed`),
    beliefs: (seat, line) => ask("GET", `tables/${info.id}/beliefs?seat=${seat}&line=${line}`),
  };
}

/** The file that was opened here, or the one that the server was started with. @returns {Promise<Known | null>} */
async function knownFile() {
  /** @type {string} */
  const file = sessionStorage.getItem(KEPT) ?? (await ask("GET", "files/opened"));
  if (!file) return null;
  const source = fromFile(file);
  const first = await source("");
  const { game, seats } = /** @type {import("/wire.js").Heading} */ (first.start);
  return {
    table: "",
    file,
    game,
    names: Array.from({ length: seats }, (_, seat) => t("seat.number", { number: seat + 1 })),
    source: (eyes) => (eyes === "" ? Promise.resolve(first) : source(eyes)),
    story: () => ask("POST", "files/story", { file }),
    analysis: () => ask("POST", "files/analysis", { file }),
    beliefs: (seat, line) => ask("POST", "files/beliefs", { file, seat, line }),
  };
}

/** @param {{table: string}} props */
export function ReplayPage({ table }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {string | null} */ (null)); // "": there is no file yet
  useEffect(() => {
    setKnown(null);
    setWrong(null);
    (table === FILE ? knownFile() : knownTable(table))
      .then((found) => (found ? setKnown(found) : setWrong("")))
      .catch((error) => {
        if (table === FILE) sessionStorage.removeItem(KEPT); // what cannot be read is not tried again
        setWrong(error.message);
      });
  }, [table, opened.value]);
  if (wrong !== null)
    return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
      <main id="main" class="waiting"><h1>${t(table === FILE ? "replay.open" : "replay")}</h1>${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
        ${
          table === FILE
            ? html`<${Choose} /><p class="faint">${t("replay.drop")}</p>`
            : html`<${Way} href=${`/t/${encodeURIComponent(table)}`} class="button"><${Icon} name="back" />${t("replay.table")}<//>`
        }
        <${Way} href="/" class="button">${t("home.back")}<//></main>`;
  if (!known) return html`<${Waiting} text=${t("loading")} />`;
  return html`<${Shown} key=${opened.value} known=${known} />`;
}

/** A file from this device. */
function Choose() {
  const take = (/** @type {any} */ event) => openFile(event.target.files[0]);
  return html`<label class="button replay-choose"><${Icon} name="file" />${t("replay.choose")}
    <input class="unseen" type="file" accept=".game,.txt,text/plain" onChange=${take} /></label>`;
}

/** @param {{known: Known}} props */
function Shown({ known }) {
  const { table, file, names } = known;
  const [place, setPlace] = useState(() => placeIn(location.hash, names.length));
  const eyes = place?.eyes ?? "";
  const replay = useReplay(known.source, eyes);
  const { story, failed } = useStory(replay ? known.story : null); // after what is waited for
  const game = useGame(known.game);
  const title = game?.words("title") ?? "";
  useEffect(() => {
    const look = () => setPlace(placeIn(location.hash, names.length));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  useEffect(() => {
    if (title) setTitle(`${t("replay")} · ${title}`);
  }, [title]);
  const link = useTable(table, table ? (visit(table)?.ticket ?? "") : "");
  const last = replay?.steps.length ?? 0;
  // Before anybody has acted there is only the deal.
  const dealt = replay?.steps.findIndex(({ actor }) => actor !== "chance") ?? 0;
  const at = Math.min(place?.at ?? Math.max(0, dealt), last);
  const leading = useLeading(link, { at, eyes }, (to) => {
    history.replaceState(null, "", addressOf(table || FILE, to));
    setPlace(to);
  });
  const marks = useMarks(link);
  if (!game || !replay) return html`<${Waiting} text=${t("loading")} />`;
  const { move } = leading;
  const { board, words } = game;
  return html`<${Bar} title=${html`<h1 class="table-title">${t("replay")} · ${title}</h1>`}><${LanguageChoice} /><${ThemeButton} /><//>
  <main id="main" class="replay-page">
    <section class="replay" aria-label=${t("replay")}>
      <${ReplayPanel} keys replay=${replay} board=${board} words=${words} names=${names} place=${{ at, eyes }} go=${move} story=${story} />
    </section>
    <aside class="replay-side" aria-label=${t("log")}>
      <${Leading} leading=${leading} names=${names} />
      <${ReplayLog} replay=${replay} board=${board} words=${words} names=${names} at=${at} eyes=${eyes} story=${story} marks=${marks} go=${(/** @type {number} */ line) => move({ at: line, eyes })} />
      <p class="replay-ways">
        ${table ? html`<button onClick=${() => copy(location.origin + addressOf(table, { at, eyes }))}><${Icon} name="link" />${t("replay.copy")}</button>` : null}
        ${at < last ? html`<${PlayOn} table=${table} file=${file} game=${known.game} at=${at} eyes=${eyes} />` : null}
        ${table ? html`<${Way} href=${`/t/${table}`} class="button"><${Icon} name="back" />${t("replay.table")}<//>` : html`<${Choose} />`}
      </p>
    </aside>
    ${link ? html`<${Words} link=${link} at=${at} go=${(/** @type {number} */ line) => move({ at: line, eyes })} />` : null}
    ${eyes !== "" && eyes !== ALL ? html`<${BeliefsPanel} load=${known.beliefs} seat=${Number(eyes)} at=${at} board=${board} view=${at ? replay.steps[at - 1].view : replay.start} words=${words} names=${names} />` : null}
    <${AnalysisPanel} load=${known.analysis} look=${known.analysed} lines=${last} at=${at} board=${board} words=${words} names=${names}
      go=${(/** @type {import("/wire.js").Judged} */ { line, seat }) => {
        move({ at: line, eyes: String(seat) });
        scrollTo(0, 0);
      }} />
    <${StoryPanel} story=${story} failed=${failed} board=${board} words=${words} names=${names} at=${at}
      go=${(/** @type {number} */ line, /** @type {number} */ of) => {
        move({ at: line, eyes: String(of) });
        scrollTo(0, 0);
      }} />
  </main>`;
}

/**
 * A new table that goes on from here: one takes the seat whose eyes one had.
 * @param {{table: string, file: string, game: string, at: number, eyes: string}} props
 */
function PlayOn({ table, file, game, at, eyes }) {
  const [busy, setBusy] = useState(false);
  const [anew, setAnew] = useState(false);
  const seated = eyes !== "" && eyes !== ALL;
  const play = async () => {
    setBusy(true);
    try {
      const from = { line: at, anew: anew && seated ? Number(eyes) : null };
      /** @type {import("/wire.js").Hosted} */
      const made = await (table
        ? ask("POST", `tables/${table}/onward`, from)
        : ask("POST", "files/onward", { ...from, file }));
      const { id, code } = made.table;
      /** @type {import("/wire.js").Seated} */
      const sat = await ask("POST", `tables/${id}/seats`, {
        name: myName.value.trim() || t("guest"),
        seat: seated ? Number(eyes) : 0,
        contribution: freshId(),
      });
      remember({ id, code, game, host: made.host, ticket: sat.ticket });
      go(`/t/${id}`);
    } catch (error) {
      setBusy(false);
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<button disabled=${busy} onClick=${play}><${Icon} name="play" />${t("replay.onward")}</button>
    ${seated ? html`<label class="replay-anew"><input type="checkbox" checked=${anew} onChange=${(/** @type {any} */ event) => setAnew(event.target.checked)} /> ${t("replay.anew")}</label>` : null}`;
}
