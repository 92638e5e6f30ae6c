// The story: for every seat how sure it could be of the truth, line by line, and what it saw, said and noted.

import { ask, reached } from "/api.js";
import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { useMeasured } from "/kit/size.js";
import { identityName, markName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { language, percent, t } from "/texts.js";

const HEIGHT = 72;
const NARROWEST = 200; // px of a band
const EDGE = 10; // px at both ends of a band, and above and below its curve
const REACH = 18; // px from a tap to the moment that is meant
const PATIENCE = 3; // times that a story is asked for

/**
 * @typedef {import("/wire.js").Story} Story
 * @typedef {import("/wire.js").SeatStory} SeatStory
 * @typedef {import("/wire.js").Known} Known
 * @typedef {{line: number, kind: import("/wire.js").Moment["kind"] | "note", words: string}} Mark
 */

/** @type {Record<Mark["kind"], string>} by kind the shape of a mark, round its middle */
const SHAPES = {
  sight: "M0-7 7 0 0 7-7 0Z",
  accusation: "M0-7 7 6H-7Z",
  insight: "M-5.500 0a5.500 5.500 0 1 0 11 0 5.500 5.500 0 1 0-11 0Z",
  note: "M-5-5H5V5H-5Z",
};

/** With notes for whoever sat there. @param {string} table @param {string} ticket @returns {() => Promise<Story>} */
export const storyOf = (table, ticket) => () => ask("GET", `tables/${table}/story`, undefined, ticket);

/**
 * The story of a game that is over, when it has come.
 * @param {(() => Promise<Story>) | null} load
 * @returns {{story: Story | null, failed: boolean}}
 */
export function useStory(load) {
  const [found, setFound] = useState(
    /** @type {{story: Story | null, failed: boolean}} */ ({ story: null, failed: false }),
  );
  useEffect(() => {
    if (found.story || !load) return undefined;
    let left = PATIENCE;
    let gone = false;
    const look = () =>
      load()
        .then((story) => {
          if (!gone) setFound({ story, failed: false });
        })
        .catch(() => {
          if (gone) return;
          if (--left) setTimeout(look, 2000);
          else setFound({ story: null, failed: true });
        });
    look();
    return () => {
      gone = true;
    };
  }, [load, reached.value]);
  return found;
}

/**
 * The last of some things that had happened by a line.
 * @template {{line: number}} T
 * @param {T[]} all
 * @param {number} line
 * @returns {T | undefined}
 */
function by(all, line) {
  return all.findLast((one) => one.line <= line);
}

/** What every seat was at a line. @param {Story} story @param {number} line @returns {string[][] | null} */
export function truthAt(story, line) {
  return by(story.truth, line)?.seats ?? null;
}

/** How sure a seat was on the whole. @param {Known | undefined} known @returns {number | null} */
function onTheWhole(known) {
  const sure = (known?.sure ?? []).filter((one) => one !== null);
  return sure.length ? sure.reduce((sum, one) => sum + one, 0) / sure.length : null;
}

/** @param {number | null} share */
const sureness = (share) => (share === null ? "–" : percent(share));

/** @param {number} count */
function howMany(count) {
  return new Intl.NumberFormat(
    language.value,
    count < 1e5 ? {} : { notation: "compact", maximumSignificantDigits: 2 },
  ).format(count);
}

/**
 * Everything of a seat that is marked on its band, in order.
 * @param {SeatStory} one
 * @param {import("/games.js").Board} board
 * @param {import("/texts.js").Translate} words
 * @param {string[]} names
 * @returns {Mark[]}
 */
function marksOf(one, board, words, names) {
  const moments = one.moments.map(({ line, kind, actor, text }) => ({
    line,
    kind,
    words: t(`story.${kind}`, { line: board.say([actor, text], words, names) ?? text }),
  }));
  /** @type {Map<number, string[]>} */
  const notes = new Map();
  for (const { line, marks, text } of one.notes) {
    const said = Object.entries(marks).map(([cell, mark]) => markName(cell, mark, names, words));
    notes.set(line, [...(notes.get(line) ?? []), ...said, ...(text ? [t("story.quote", { text })] : [])]);
  }
  const noted = [...notes].map(([line, said]) => ({
    line,
    kind: /** @type {const} */ ("note"),
    words: t("story.note", { line: said.join(t("list.pause")) }),
  }));
  return [...moments, ...noted].sort((a, b) => a.line - b.line);
}

/**
 * @param {{story: Story | null, failed: boolean, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[], at: number | null,
 *   go: (line: number, seat: number) => void}} props
 */
export function StoryPanel({ story, failed, board, words, names, at, go }) {
  const marks = useMemo(
    () => story?.seats.map((one) => marksOf(one, board, words, names)) ?? [],
    [story, board, words, names],
  );
  if (!story)
    return html`<section class="story"><h2>${t("story")}</h2><p class="story-coming" role="status">${t(failed ? "story.failed" : "story.coming")}</p></section>`;
  const line = Math.min(at ?? story.lines, story.lines);
  const knows = story.seats.some((one) => one.known.length);
  const kinds = /** @type {Mark["kind"][]} */ (Object.keys(SHAPES)).filter((kind) =>
    marks.some((all) => all.some((mark) => mark.kind === kind)),
  );
  return html`<section class="story" aria-label=${t("story")}>
    <h2>${t("story")}</h2>
    <p class="faint">${t(knows ? "story.how" : "story.none")}</p>
    ${kinds.length ? html`<ul class="story-legend">${kinds.map((kind) => html`<li key=${kind}><svg viewBox="-9 -9 18 18" aria-hidden="true"><path class=${`story-${kind}`} d=${SHAPES[kind]} /></svg>${t(`story.legend.${kind}`)}</li>`)}</ul>` : null}
    <ol class="story-bands">${story.seats.map(
      (
        one,
        seat,
      ) => html`<${Band} key=${seat} story=${story} one=${one} marks=${marks[seat]} seat=${seat} line=${line}
      was=${truthAt(story, line)?.[seat] ?? []} words=${words} names=${names} go=${go} />`,
    )}</ol>
    ${knows ? html`<${WhoKnewWhom} story=${story} line=${line} names=${names} />` : null}
    <details class="story-words"><summary>${t("story.words")}</summary>
      ${story.seats.map((one, seat) => html`<${InWords} key=${seat} one=${one} marks=${marks[seat]} name=${names[seat]} seat=${seat} go=${go} />`)}</details>
  </section>`;
}

const widthOf = (/** @type {HTMLElement} */ box) => ({ width: Math.max(NARROWEST, box.clientWidth) });

/**
 * @param {{story: Story, one: SeatStory, marks: Mark[], seat: number, line: number, was: string[], words: import("/texts.js").Translate, names: string[],
 *   go: (line: number, seat: number) => void}} props
 */
function Band({ story, one, marks, seat, line, was, words, names, go }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const { width } = useMeasured(place, widthOf, () => ({ width: NARROWEST }));
  const x = (/** @type {number} */ at) => EDGE + (at / Math.max(story.lines, 1)) * (width - 2 * EDGE);
  const y = (/** @type {number} */ share) => EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
  const floor = y(0);
  const curve = useMemo(() => {
    const steps = one.known.map((known) => [x(known.line), y(onTheWhole(known) ?? 0)]);
    if (steps.length === 0) return "";
    return `M${steps.map(([left, top], number) => (number ? `H${left.toFixed(1)}V${top.toFixed(1)}` : `${left.toFixed(1)} ${top.toFixed(1)}`)).join("")}H${x(story.lines).toFixed(1)}`;
  }, [one, width]);
  const known = by(one.known, line);
  const share = onTheWhole(known);
  const first = one.known[0];
  const tap = (/** @type {MouseEvent} */ event) => {
    const left = event.clientX - /** @type {Element} */ (event.currentTarget).getBoundingClientRect().left;
    const near = marks
      .map((mark) => ({ mark, far: Math.abs(x(mark.line) - left) }))
      .sort((a, b) => a.far - b.far)[0];
    const meant = Math.round(((left - EDGE) / (width - 2 * EDGE)) * story.lines);
    go(near && near.far <= REACH ? near.mark.line : Math.max(0, Math.min(story.lines, meant)), seat);
  };
  const label = t("story.band", {
    name: names[seat],
    first: sureness(onTheWhole(first)),
    last: sureness(onTheWhole(one.known.at(-1))),
    count: marks.length,
  });
  return html`<li class="story-band">
    <div class="story-head"><${SeatBadge} seat=${seat} /><b>${names[seat]}</b><span class="story-was">${was.map((kind) => identityName(kind, words)).join(", ")}</span>
      ${known ? html`<span class="story-now"><b>${sureness(share)}</b> <span class="faint">${t("story.possible", { count: known.possible, number: howMany(known.possible) })}</span></span>` : null}</div>
    <div ref=${place} class="story-draw"><svg width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${label} onClick=${tap}>
      <rect class="story-ground" width=${width} height=${HEIGHT} />
      ${first ? html`<rect class="story-set-up" x="0" y="0" width=${x(first.line)} height=${HEIGHT} />` : null}
      <path class="story-grid" d=${`M0 ${y(1)}H${width}M0 ${y(0.5)}H${width}M0 ${floor}H${width}`} />
      ${curve ? html`<path class="story-area" d=${`${curve}V${floor}H${x(first.line)}Z`} /><path class="story-curve" d=${curve} />` : null}
      <path class="story-reveal" d=${`M${x(story.lines)} 0V${HEIGHT}`} />
      <path class="story-cursor" d=${`M${x(line)} 0V${HEIGHT}`} />
      ${marks.map(
        (
          mark,
          number,
        ) => html`<path key=${number} class=${`story-mark story-${mark.kind} ${mark.line === line ? "story-here" : ""}`} d=${SHAPES[mark.kind]}
        transform=${`translate(${x(mark.line).toFixed(1)} ${(mark.kind === "note" ? floor : y(onTheWhole(by(one.known, mark.line)) ?? 0.5)).toFixed(1)})`}><title>${mark.words}</title></path>`,
      )}
      ${share === null ? null : html`<circle class="story-dot" cx=${x(line)} cy=${y(share)} r="4" />`}
    </svg></div></li>`;
}

/** @param {{story: Story, line: number, names: string[]}} props */
function WhoKnewWhom({ story, line, names }) {
  const known = story.seats.map((one) => by(one.known, line)?.sure);
  if (!known.some(Boolean)) return null;
  return html`<h3>${t("story.whom")}</h3><div class="story-whom" tabindex="0" role="group" aria-label=${t("story.whom")}><table>
    <thead><tr><td></td>${names.map((name, seat) => html`<th scope="col" key=${seat} title=${name}><${SeatBadge} seat=${seat} /><span class="unseen">${name}</span></th>`)}</tr></thead>
    <tbody>${known.map(
      (sure, seat) => html`<tr key=${seat}><th scope="row">${names[seat]}</th>
      ${names.map((_, other) => {
        const share = sure?.[other] ?? null;
        return html`<td key=${other} class=${share === null ? "story-nothing" : ""} style=${{ "--sure": share ?? 0 }}>${share === null ? "–" : Math.round(share * 100)}</td>`;
      })}</tr>`,
    )}</tbody></table></div>`;
}

/** The same for who does not see the bands. @param {{one: SeatStory, marks: Mark[], name: string, seat: number, go: (line: number, seat: number) => void}} props */
function InWords({ one, marks, name, seat, go }) {
  const ends = [one.known[0], one.known.at(-1)];
  return html`<h3><${SeatBadge} seat=${seat} /> ${name}</h3>
    ${ends[0] && ends[1] ? html`<p>${t("story.ends", { first: sureness(onTheWhole(ends[0])), last: sureness(onTheWhole(ends[1])), many: howMany(ends[0].possible), few: howMany(ends[1].possible) })}</p>` : null}
    ${
      marks.length
        ? html`<ol>${marks.map((mark, number) => {
            const share = onTheWhole(by(one.known, mark.line));
            return html`<li key=${number}><button class="plain" onClick=${() => go(mark.line, seat)}><svg viewBox="-9 -9 18 18" aria-hidden="true"><path class=${`story-${mark.kind}`} d=${SHAPES[mark.kind]} /></svg>
        <span><span class="faint">${mark.line}${share === null ? "" : ` · ${sureness(share)}`}</span> ${mark.words}</span></button></li>`;
          })}</ol>`
        : null
    }`;
}
