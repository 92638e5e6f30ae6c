// The answer to a case: certainty spread over the suspects, and afterwards what it was worth and what told it.

import { html, useState } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { identityName } from "/parts/notes.js";
import { SeatBadge } from "/parts/seats.js";
import { percent, t } from "/texts.js";

const CLUES = 5; // lines that are told of

/**
 * @typedef {import("/wire.js").CasePosition} CasePosition
 * @typedef {import("/wire.js").CaseSolved} CaseSolved
 * @typedef {{posed: CasePosition, board: import("/games.js").Board, words: import("/texts.js").Translate, names: string[]}} Asked
 */

/** The question in words. @param {Asked} asked */
export function questionOf({ posed: { about, seat }, words, names }) {
  if (typeof about === "string") return t("case.holds", { what: identityName(about, words) });
  return about === seat ? t("case.self") : t("case.who", { name: names[about] });
}

/** One of the answers in words. @param {Asked} asked @param {number} number */
function answerName({ posed: { about, answers }, words, names }, number) {
  const { seat, kind } = answers[number];
  return typeof about === "string" ? names[seat] : identityName(kind, words);
}

/** Its sign, beside the words. @param {Asked & {number: number}} props */
function Sign({ posed, board, number }) {
  const { seat, kind } = posed.answers[number];
  if (typeof posed.about === "string") return html`<${SeatBadge} seat=${seat} />`;
  const { sign } = board.suspects(posed.steps.at(-1)?.view ?? posed.start);
  return sign ? html`<span class="case-sign" aria-hidden="true">${sign(kind)}</span>` : null;
}

/**
 * Certainty adds up to 1: what one answer gains the others lose, in proportion.
 * @param {number[]} shares @param {number} place @param {number} share
 */
function spread(shares, place, share) {
  const others = shares.reduce((sum, one, number) => (number === place ? sum : sum + one), 0);
  const even = 1 / (shares.length - 1);
  return shares.map((one, number) =>
    number === place ? share : (1 - share) * (others > 0 ? one / others : even),
  );
}

/** @param {Asked & {busy: boolean, send: (shares: number[]) => void}} props */
export function CaseForm({ busy, send, ...asked }) {
  const { answers } = asked.posed;
  const [shares, setShares] = useState(() => answers.map(() => 1 / answers.length));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send(shares);
  };
  return html`<form class="case-form" onSubmit=${submit}>
    <fieldset><legend>${t("case.spread")}</legend>
    ${answers.map(
      (_, number) => html`<label class="case-share" key=${number}>
      <span class="case-name"><${Sign} ...${asked} number=${number} />${answerName(asked, number)}</span>
      <input type="range" min="0" max="100" step="1" value=${Math.round(shares[number] * 100)} aria-valuetext=${percent(shares[number])}
        onInput=${(/** @type {any} */ event) => setShares(spread(shares, number, Number(event.target.value) / 100))} />
      <output>${percent(shares[number])}</output></label>`,
    )}</fieldset>
    <button class="strong" disabled=${busy}><${Icon} name="proof" />${t("case.answer")}</button>
    <p class="faint">${t("case.how")}</p>
  </form>`;
}

/** @param {Asked & {shares: number[], found: CaseSolved, replay: import("/wire.js").Replay, go: (step: number) => void}} props */
export function CaseVerdict({ shares, found, replay, go, ...asked }) {
  const { truth, scores, read, fits, curve } = found;
  const readers = /** @type {const} */ ([
    ["case.yours", shares],
    ["case.reader", read],
    ["case.fits", fits],
  ]);
  const best = scores[0] > scores[1] ? "better" : scores[0] === scores[1] ? "same" : "worse";
  return html`<div class="case-verdict">
    <p class="case-points" role="status"><b>${t("case.points", { score: scores[0] })}</b> ${t("case.truth", { answer: answerName(asked, truth) })} ${t(`case.${best}`, { score: scores[1] })}</p>
    <table class="case-table"><thead><tr><td></td>${readers.map(([key]) => html`<th scope="col" key=${key}>${t(key)}</th>`)}</tr></thead>
      <tbody>${asked.posed.answers.map(
        (_, number) => html`<tr key=${number} class=${number === truth ? "case-true" : ""}>
        <th scope="row"><span class="case-name"><${Sign} ...${asked} number=${number} />${answerName(asked, number)}${number === truth ? html`<span class="tag">${t("replay.right")}</span>` : null}</span></th>
        ${readers.map(([key, all]) => html`<td key=${key} style=${{ "--sure": all[number] }}>${percent(all[number])}</td>`)}</tr>`,
      )}
      <tr><th scope="row">${t("case.score")}</th>${scores.map((score, number) => html`<td key=${number}><b>${score}</b></td>`)}</tr></tbody></table>
    <${Clues} ...${asked} curve=${curve} replay=${replay} go=${go} />
  </div>`;
}

/**
 * The lines that moved a good reader most, in their order.
 * @param {Asked & {curve: CaseSolved["curve"], replay: import("/wire.js").Replay, go: (step: number) => void}} props
 */
function Clues({ board, words, names, curve, replay, go }) {
  const clues = curve
    .map(([step, share], number) => ({ step, share, before: curve[number - 1]?.[1] ?? share }))
    .sort((one, other) => Math.abs(other.share - other.before) - Math.abs(one.share - one.before))
    .slice(0, CLUES)
    .filter(({ share, before }) => share !== before)
    .sort((one, other) => one.step - other.step);
  if (clues.length === 0) return null;
  // A line may have no words, as a look has none: then the last one that has.
  const said = (/** @type {number} */ step) => {
    for (let number = step; number > 0; number--) {
      const { told, view } = replay.steps[number - 1];
      const texts = told.map(([actor, text]) => board.say([actor, text], words, names, view)).filter(Boolean);
      if (texts.length) return texts.join(" ");
    }
    return "";
  };
  return html`<section class="case-clues" aria-label=${t("case.told")}><h3>${t("case.told")}</h3>
    <p class="faint">${t("case.told.how")}</p>
    <ol>${clues.map(
      ({
        step,
        share,
        before,
      }) => html`<li key=${step}><p>${said(step)} <b class="case-moved">${percent(before)} → ${percent(share)}</b></p>
      <button class="plain" onClick=${() => go(step)}><${Icon} name="replay" />${t("turning.see")}<span class="unseen">: ${said(step)}</span></button></li>`,
    )}</ol></section>`;
}
