// Afterwards: who it was, why it counted, who knew what when, and the whole game again from anybody's eyes.

import { ask } from "/api.js";
import { remember, visit } from "/device.js";
import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { Tally } from "/parts/evening.js";
import { announce, go, tell, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { fromTable, ReplayPanel, useReplay } from "/parts/replay.js";
import { addressOf } from "/parts/replay-address.js";
import { Reveal } from "/parts/reveal.js";
import { StoryPanel, storyOf, useStory } from "/parts/story.js";
import { turningPoints } from "/parts/turning.js";
import { check } from "/proof.js";
import { keepGames, readable, readings } from "/records.js";
import { t } from "/texts.js";

/**
 * @param {{link: import("/link.js").Link, info: import("/wire.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[],
 *   unmasking: ReturnType<typeof import("/parts/reveal.js").useUnmasking>}} props
 */
export function After({ link, info, board, words, names, unmasking }) {
  const view = link.view.value;
  const seat = link.seat.value;
  const { story, failed } = useStory(useMemo(() => storyOf(info.id, link.ticket), [info.id, link.ticket]));
  const [place, setPlace] = useState(/** @type {import("/parts/replay.js").Place | null} */ (null)); // null: not in the replay
  const [jumps, setJumps] = useState(0);
  const replay = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (jumps) replay.current?.scrollIntoView({ block: "start" });
  }, [jumps]);
  const jump = (/** @type {import("/parts/replay.js").Place | null} */ to) => {
    setPlace(to);
    if (to) setJumps(jumps + 1);
  };
  const truth = board.truth?.(view) ?? story?.truth.at(-1)?.seats ?? null; // the story takes a while
  const first = useMemo(() => (story ? atFirst(story) : null), [story]);
  useEffect(() => {
    if (story && seat !== null && view && !visit(info.id)?.round?.length)
      keepGames([
        {
          id: info.id,
          game: info.game,
          seat,
          seats: info.seats.length,
          won: view.winners?.includes(seat) ?? false,
          lines: story.lines,
          at: Date.now(),
          readable: readable(story, seat),
          ...readings(story, seat, board),
        },
      ]);
  }, [story, seat]);
  const Drawn = board.default;
  const reveal = html`<${Reveal} board=${board} view=${view} seat=${seat} names=${names} words=${words} truth=${truth} unmasking=${unmasking}
    turns=${truth !== null || (!failed && story?.truth.length !== 0)}><${Rematch} info=${info} /><${Tally} info=${info} counted /><//>`;
  if (!unmasking.done) return html`<section class="after" aria-label=${t("after")}>${reveal}</section>`;
  return html`<section class="after" aria-label=${t("after")}>
    ${reveal}
    <ul class="reasons">${board.reasons(view, words, names).map((text, number) => html`<li key=${number}>${text}</li>`)}</ul>
    ${story ? html`<${Turns} story=${story} board=${board} words=${words} names=${names} winners=${view?.winners ?? []} go=${jump} />` : null}
    <div class="after-ways">
      <button aria-expanded=${place !== null} onClick=${() => jump(place ? null : { at: 0, eyes: seat === null ? "" : String(seat) })}><${Icon} name="replay" />${t("after.replay")}</button>
      <a class="button" href=${`/api/tables/${info.id}/file`} download=${`${info.game}-${info.code}.game`}><${Icon} name="file" />${t("after.file")}</a>
      <${Proof} info=${info} />
      <${Way} href="/" class="button"><${Icon} name="home" />${t("home.back")}<//>
    </div>
  </section>
  <${StoryPanel} story=${story} failed=${failed} board=${board} words=${words} names=${names} at=${place?.at ?? null}
    go=${(/** @type {number} */ line, /** @type {number} */ of) => jump({ at: line, eyes: String(of) })} />
  <section class="replay" ref=${replay} aria-label=${t(place ? "after.replay" : "after.end")}>
    ${
      place
        ? html`<${Again} info=${info} board=${board} words=${words} names=${names} place=${place} go=${setPlace} story=${story} />`
        : html`<div class="board"><${Drawn} view=${view} seat=${seat} legal=${[]} act=${() => undefined} names=${names} t=${words} events=${[]} told=${link.told.value} first=${first} quiet=${false} hidden=${false} peek=${false} screen=${false} sound=${() => undefined} /></div>`
    }
  </section>`;
}

/** @param {any} props those of the panel, but for the replay, which is fetched when somebody wants it */
function Again({ info, place, ...more }) {
  const replay = useReplay(
    useMemo(() => fromTable(info.id), [info.id]),
    place.eyes,
  );
  const address = addressOf(info.id, place);
  return html`<p class="replay-own"><${Way} href=${address}><${Icon} name="link" />${t("replay.own")}<//></p>
    <${ReplayPanel} replay=${replay} place=${place} ...${more} />`;
}

/** What every seat was when it first was something. @param {import("/wire.js").Story} story */
const atFirst = ({ truth, seats }) =>
  seats.map((_, seat) => truth.find((one) => one.seats[seat]?.length)?.seats[seat] ?? []);

/**
 * What turned the game; each leads to its line of the replay.
 * @param {import("/parts/turning.js").Telling & {go: (place: import("/parts/replay.js").Place) => void}} props
 */
function Turns({ story, board, words, names, winners, go: jump }) {
  const turns = useMemo(
    () => turningPoints({ story, board, words, names, winners }),
    [story, board, words, names],
  );
  if (turns.length === 0) return null;
  return html`<section class="turning" aria-label=${t("turning")}><h2>${t("turning")}</h2>
    <ol>${turns.map(
      ({ line, eyes, text }) => html`<li key=${text}><p>${text}</p>
      <button class="plain" onClick=${() => jump({ at: line, eyes })}><${Icon} name="replay" />${t("turning.see")}<span class="unseen">: ${text}</span></button></li>`,
    )}</ol></section>`;
}

/** @param {{info: import("/wire.js").TableInfo}} props */
function Rematch({ info }) {
  const known = visit(info.id);
  const again = async () => {
    try {
      /** @type {import("/wire.js").Hosted} */
      const made = await ask("POST", `tables/${info.id}/rematch`, {}, known?.host);
      // Everybody's ticket is good at the new table too.
      remember({
        id: made.table.id,
        code: made.table.code,
        game: info.game,
        phase: "open",
        host: made.host,
        ticket: known?.ticket,
        won: undefined,
      });
      if (
        made.table.seats.every(
          (one) => one.taken && (one.bot || info.seats.filter((seat) => !seat.bot).length === 1),
        )
      ) {
        await ask("POST", `tables/${made.table.id}/start`, {}, made.host);
      }
      go(`/t/${made.table.id}`);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const follow = () => {
    if (!visit(info.next))
      remember({ id: info.next, code: "", game: info.game, phase: "open", ticket: known?.ticket });
    go(`/t/${info.next}`);
  };
  if (info.next)
    return html`<button class="strong" onClick=${follow}><${Icon} name="play" />${t("after.follow")}</button>`;
  return known?.host
    ? html`<button class="strong" onClick=${again}><${Icon} name="play" />${t("after.rematch")}</button>`
    : known
      ? html`<p class="rematch-wait" role="status">${t("after.wait")}</p>`
      : null;
}

/** @param {{info: import("/wire.js").TableInfo}} props */
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
