// What this device remembers of the games and the cases that were played on it, in figures.

import { calibration, mean, solved } from "/casebook.js";
import { html, useEffect, useState } from "/dom.js";
import { wordsOf } from "/games.js";
import { Calibration } from "/parts/calibration.js";
import { Bar, LanguageChoice, ThemeButton, tell, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { SeatBadge } from "/parts/seats.js";
import { exported, imported, played } from "/records.js";
import { percent, t } from "/texts.js";

/** @typedef {import("/records.js").Played} Played */
/** @typedef {{key: string, label: any, games: Played[]}} Group */

/** Won games of each group, as bars. @param {{title: string, groups: Group[]}} props */
function Bars({ title, groups }) {
  const full = groups.filter(({ games }) => games.length > 0);
  return html`<section><h2>${title}</h2><table class="record-table">
    <thead><tr><td></td><th scope="col">${t("records.count")}</th><th scope="col">${t("records.won")}</th></tr></thead>
    <tbody>${full.map(({ key, label, games }) => {
      const share = mean(games.map(({ won }) => Number(won)));
      return html`<tr key=${key}><th scope="row">${label}</th><td>${games.length}</td>
        <td class="record-share" style=${{ "--share": share }}>${percent(share)}</td></tr>`;
    })}</tbody></table></section>`;
}

/** Thirds of one's own games, by their lines. @param {Played[]} games @returns {Group[]} */
function byLength(games) {
  const sorted = games.toSorted((one, other) => one.lines - other.lines);
  const third = Math.ceil(sorted.length / 3);
  return ["short", "middle", "long"].map((key, number) => ({
    key,
    label: t(`records.${key}`),
    games: sorted.slice(number * third, (number + 1) * third),
  }));
}

export function Records() {
  const [titles, setTitles] = useState(/** @type {Record<string, string>} */ ({}));
  const games = played.value;
  const keys = [...new Set(games.map(({ game }) => game))].sort();
  useEffect(() => {
    setTitle(t("records"));
    Promise.all(keys.map(async (key) => [key, (await wordsOf(key))("title")]))
      .then((found) => setTitles(Object.fromEntries(found)))
      .catch(() => undefined);
  }, [keys.join()]);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    link.download = "spyring-record.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (!file) return;
    const added = imported(await file.text());
    tell(added === null ? t("records.bad") : t("records.added", { count: added }));
    event.target.value = "";
  };
  const answers = Object.values(solved.value);
  const shown = games.flatMap(({ readable }) => (readable === null ? [] : [readable]));
  const marks = games.reduce((sum, one) => sum + one.marks, 0);
  const right = games.reduce((sum, one) => sum + one.right, 0);
  const seats = [...new Set(games.map(({ seat }) => seat))].sort((one, other) => one - other);
  return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
  <main id="main" class="cases"><h1>${t("records")}</h1><p class="cases-line">${t("records.line")}</p>
    ${
      games.length
        ? html`<p class="record-total">${t("records.games", { count: games.length, won: games.filter(({ won }) => won).length })}</p>
      <div class="cases-more">
        <${Bars} title=${t("records.game")} groups=${keys.map((key) => ({ key, label: titles[key] ?? "…", games: games.filter(({ game }) => game === key) }))} />
        <${Bars} title=${t("records.seat")} groups=${seats.map((seat) => ({ key: String(seat), label: html`<${SeatBadge} seat=${seat} /><span class="unseen">${t("seat.number", { number: seat + 1 })}</span>`, games: games.filter((one) => one.seat === seat) }))} />
        <${Bars} title=${t("records.length")} groups=${byLength(games)} />
        ${shown.length ? html`<section><h2>${t("records.readable")}</h2><p class="record-share record-wide" style=${{ "--share": mean(shown) }}>${percent(mean(shown))}</p><p class="faint">${t("records.readable.how")}</p></section>` : null}
        ${marks ? html`<section><h2>${t("records.read")}</h2><p class="record-share record-wide" style=${{ "--share": right / marks }}>${percent(right / marks)}</p><p class="faint">${t("records.read.how", { count: marks, right })}</p></section>` : null}
      </div>`
        : html`<p>${t("records.none")}</p>`
    }
    ${answers.length ? html`<section class="cases-own"><h2>${t("calibration")}</h2><${Calibration} bins=${calibration(answers)} /></section>` : null}
    <p class="cases-ways"><button onClick=${save}><${Icon} name="file" />${t("records.export")}</button>
      <label class="button replay-choose"><${Icon} name="plus" />${t("records.import")}<input class="unseen" type="file" accept=".json,application/json" onChange=${load} /></label>
      <${Way} href="/cases" class="button">${t("cases")}<//></p>
  </main>`;
}
