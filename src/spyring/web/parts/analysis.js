// The analysis of a finished game: every seat's chance to win, decision by decision, and what it lost and showed.

import { html, useEffect, useMemo, useRef, useState } from "/dom.js";
import { useMeasured } from "/kit/size.js";
import { tell } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { SeatBadge } from "/parts/seats.js";
import { percent, t } from "/texts.js";

const HEIGHT = 72;
const NARROWEST = 200; // px of a band
const EDGE = 10; // px at both ends of a band, and above and below its curve
const LOOK = 500; // ms from one look at how far it is to the next
const NOTABLE = 0.05; // a decision that cost this much is listed

/**
 * @typedef {import("/wire.js").Analysis} Analysis
 * @typedef {import("/wire.js").Judged} Judged
 * @typedef {(decision: Judged) => void} Go
 * @typedef {{board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[]}} Telling
 */

/** An act in words. @param {Telling} telling @param {number} seat @param {string} text */
const said = ({ board, words, names }, seat, text) =>
  text ? (board.say([seat, text], words, names) ?? text) : t("analysis.nothing");

/** What a decision cost. @param {Telling} telling @param {Judged} one */
const lost = (telling, { seat, text, better, before, after }) =>
  t("analysis.lost", {
    line: said(telling, seat, text),
    better: said(telling, seat, better),
    before: percent(before),
    after: percent(after),
  });

/** A moment that is worth a sentence. @param {Telling} telling @param {string} kind @param {Judged} one */
const sentence = (telling, kind, one) =>
  t(`analysis.${kind}`, {
    name: telling.names[one.seat],
    line: said(telling, one.seat, one.text),
    lost: lost(telling, one),
    share: percent(Math.abs(one.shown ?? 0)),
    after: percent(one.after),
  });

/**
 * A button until somebody wants it, because it takes a while.
 * @param {Telling & {load: () => Promise<Analysis>, look?: () => Promise<import("/wire.js").Progress>, lines: number, at: number, go: Go}} props
 */
export function AnalysisPanel({ load, look, lines, at, go, ...telling }) {
  const [found, setFound] = useState(/** @type {Analysis | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    if (!busy || !look) return undefined;
    const timer = setInterval(
      () =>
        look()
          .then(({ share }) => setDone(share))
          .catch(() => undefined),
      LOOK,
    );
    return () => clearInterval(timer);
  }, [busy]);
  const start = () => {
    setBusy(true);
    load()
      .then(setFound)
      .catch((error) => tell(error.message))
      .finally(() => setBusy(false));
  };
  if (!found)
    return html`<section class="story analysis"><h2>${t("analysis")}</h2><p class="faint">${t("analysis.how")}</p>
      <p><button disabled=${busy} onClick=${start}><${Icon} name="proof" />${t("analysis.go")}</button></p>
      ${busy ? html`<p class="story-coming"><label role="status">${t("analysis.coming")} <progress class="analysis-done" max="1" value=${done}></progress></label></p>` : null}</section>`;
  const told = Object.entries(found.moments).map(([kind, one]) => ({
    one,
    text: sentence(telling, kind, one),
  }));
  const notable = found.decisions.filter(({ before, after }) => before - after >= NOTABLE);
  return html`<section class="story analysis" aria-label=${t("analysis")}>
    <h2>${t("analysis")}</h2><p class="faint">${t("analysis.how")} ${t("analysis.exposed")}</p>
    <ol class="analysis-moments">
      ${told.map(({ one, text }) => html`<${Moment} key=${text} of=${one} go=${go} text=${text} />`)}
      ${told.length ? null : html`<li>${t("analysis.none")}</li>`}
    </ol>
    <ol class="story-bands">${telling.names.map(
      (name, seat) =>
        html`<${Band} key=${seat} name=${name} seat=${seat} decisions=${found.decisions} lines=${lines} at=${at} go=${go} />`,
    )}</ol>
    <details class="story-words"><summary>${t("analysis.words", { count: notable.length })}</summary>
      <ol>${notable.map(
        (
          one,
        ) => html`<li key=${one.line}><button class="plain" onClick=${() => go(one)}><${SeatBadge} seat=${one.seat} />
          <span><span class="faint">${one.line}</span> ${lost(telling, one)}</span></button></li>`,
      )}</ol></details>
  </section>`;
}

/** @param {{of: Judged, text: string, go: Go}} props */
function Moment({ of, text, go }) {
  return html`<li><p>${text}</p><button class="plain" onClick=${() => go(of)}><${Icon} name="replay" />${t("turning.see")}<span class="unseen">: ${text}</span></button></li>`;
}

const widthOf = (/** @type {HTMLElement} */ box) => ({ width: Math.max(NARROWEST, box.clientWidth) });

/** @param {{name: string, seat: number, decisions: Judged[], lines: number, at: number, go: Go}} props */
function Band({ name, seat, decisions, lines, at, go }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const { width } = useMeasured(place, widthOf, () => ({ width: NARROWEST }));
  const own = useMemo(() => decisions.filter((one) => one.seat === seat), [decisions, seat]);
  const x = (/** @type {number} */ line) => EDGE + (line / Math.max(lines, 1)) * (width - 2 * EDGE);
  const y = (/** @type {number} */ share) => EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
  const curve = own.map(({ line, after }) => `${x(line).toFixed(1)} ${y(after).toFixed(1)}`).join("L");
  const exposed = own
    .flatMap((one) =>
      one.exposed === null ? [] : [`${x(one.line).toFixed(1)} ${y(one.exposed).toFixed(1)}`],
    )
    .join("L");
  const bars = own
    .filter(({ before, after }) => before > after)
    .map(({ line, before, after }) => `M${x(line).toFixed(1)} ${y(after).toFixed(1)}V${y(before).toFixed(1)}`)
    .join("");
  const cost = own.reduce((sum, { before, after }) => sum + before - after, 0) / Math.max(1, own.length);
  const agreed = own.filter(({ text, better }) => text === better).length;
  const last = own.findLast(({ line }) => line <= at);
  const tap = (/** @type {MouseEvent} */ event) => {
    const left = event.clientX - /** @type {Element} */ (event.currentTarget).getBoundingClientRect().left;
    const near = [...own].sort((a, b) => Math.abs(x(a.line) - left) - Math.abs(x(b.line) - left))[0];
    if (near) go(near);
  };
  const label = t("analysis.band", {
    name,
    count: own.length,
    agreed,
    cost: percent(cost),
  });
  return html`<li class="story-band">
    <div class="story-head"><${SeatBadge} seat=${seat} /><b>${name}</b>
      <span class="story-now">${last ? html`<b>${percent(last.after)}</b>` : null} <span class="faint">${t("analysis.mean", { cost: percent(cost) })}</span></span></div>
    <div ref=${place} class="story-draw"><svg width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${label} onClick=${tap}>
      <rect class="story-ground" width=${width} height=${HEIGHT} />
      <path class="story-grid" d=${`M0 ${y(1)}H${width}M0 ${y(0.5)}H${width}M0 ${y(0)}H${width}`} />
      ${curve ? html`<path class="story-curve" d=${`M${curve}`} />` : null}
      ${exposed ? html`<path class="analysis-exposed" d=${`M${exposed}`} />` : null}
      ${bars ? html`<path class="analysis-lost" d=${bars} />` : null}
      <path class="story-cursor" d=${`M${x(at)} 0V${HEIGHT}`} />
    </svg></div></li>`;
}
