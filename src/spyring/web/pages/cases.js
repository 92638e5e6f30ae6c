// Cases: who is who, or who holds what, from what one seat of a game was told. One for every day, and as many more.

import { about, ask } from "/api.js";
import { calibration, dayBefore, dayOf, keepAnswer, mean, nextCase, solved, streak } from "/casebook.js";
import { html, useEffect, useMemo, useState } from "/dom.js";
import { useGame, wordsOf } from "/games.js";
import { Calibration } from "/parts/calibration.js";
import { CaseForm, CaseVerdict, questionOf } from "/parts/case-answer.js";
import { Bar, LanguageChoice, ThemeButton, tell, Waiting, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { ReplayPanel } from "/parts/replay.js";
import { ReplayLog } from "/parts/replay-log.js";
import { BOT_NAMES, SeatBadge } from "/parts/seats.js";
import { language, t } from "/texts.js";

const LEVELS = ["easy", "medium", "hard"];
const DAYS = 7; // that the list goes back

/** @typedef {import("/wire.js").CasePosition} CasePosition */

/** @param {{chosen: string}} props the name of a case, or "" */
export function CasesPage({ chosen }) {
  return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
    ${chosen ? html`<${CasePage} key=${chosen} name=${chosen} />` : html`<${Cases} />`}`;
}

/** All cases: today's, those of the last days, and others by game and level. */
function Cases() {
  const [games, setGames] = useState(/** @type {{key: string, title: string}[]} */ ([]));
  useEffect(() => {
    about()
      .then(({ games: all }) =>
        Promise.all(
          all
            .filter(({ cases }) => cases)
            .map(async ({ key }) => ({ key, title: (await wordsOf(key))("title") })),
        ),
      )
      .then(setGames)
      .catch((error) => tell(error.message));
    setTitle(t("cases"));
  }, []);
  const today = dayOf();
  const answers = Object.values(solved.value);
  const days = streak();
  const date = new Intl.DateTimeFormat(language.value, { dateStyle: "full", timeZone: "UTC" });
  const short = new Intl.DateTimeFormat(language.value, {
    weekday: "long",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const past = Array.from({ length: DAYS }, (_, number) => dayBefore(number + 1));
  return html`<main id="main" class="cases"><h1>${t("cases")}</h1><p class="cases-line">${t("cases.line")}</p>
    <section class="cases-today"><h2>${t("cases.today")}</h2><p>${date.format(new Date(`${today}T00:00Z`))}</p>
      <p class="cases-ways"><${Way} href=${`/cases/${today}`} class="button strong"><${Icon} name="eye" />${t(solved.value[today] ? "cases.again" : "cases.solve")}<//>
        ${solved.value[today] ? html`<b>${t("case.points", { score: solved.value[today].scores[0] })}</b>` : null}
        ${days ? html`<span>${t("cases.streak", { count: days })}</span>` : null}</p></section>
    <div class="cases-more">
      <section><h2>${t("cases.more")}</h2>${games.map(
        ({ key, title }) =>
          html`<div key=${key} class="cases-game"><h3>${title}</h3><p class="cases-ways">${LEVELS.map(
            (level) =>
              html`<${Way} key=${level} href=${`/cases/${nextCase(key, level)}`} class="button">${t(`cases.${level}`)}<span class="unseen">: ${title}</span><//>`,
          )}</p></div>`,
      )}</section>
      <section class="list"><h2>${t("cases.past")}</h2><ul>${past.map(
        (
          day,
        ) => html`<li key=${day}><${Way} href=${`/cases/${day}`} class="row"><span>${short.format(new Date(`${day}T00:00Z`))}</span>
          <b>${solved.value[day] ? t("case.points", { score: solved.value[day].scores[0] }) : t("cases.open")}</b><//></li>`,
      )}</ul></section>
      ${
        answers.length
          ? html`<section><h2>${t("cases.mine")}</h2>
        <p>${t("cases.mean", { count: answers.length, score: Math.round(mean(answers.map(({ scores }) => scores[0]))), reader: Math.round(mean(answers.map(({ scores }) => scores[1]))) })}</p>
        <${Calibration} bins=${calibration(answers)} /></section>`
          : null
      }
    </div></main>`;
}

/** @param {{name: string}} props */
function CasePage({ name }) {
  const [posed, setPosed] = useState(/** @type {CasePosition | null} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    ask("GET", `cases/${encodeURIComponent(name)}/position`)
      .then(setPosed)
      .catch((error) => setWrong(error.message));
  }, [name]);
  if (wrong)
    return html`<main id="main" class="waiting"><h1>${t("cases")}</h1><p class="wrong" role="alert">${wrong}</p>
      <${Way} href="/cases" class="button">${t("cases.all")}<//></main>`;
  return posed
    ? html`<${Case} name=${name} posed=${posed} />`
    : html`<${Waiting} text=${t("cases.coming")} />`;
}

/** @param {{name: string, posed: CasePosition}} props */
function Case({ name, posed }) {
  const game = useGame(posed.game);
  const [at, setAt] = useState(posed.steps.length);
  const [found, setFound] = useState(/** @type {import("/wire.js").CaseSolved | null} */ (null));
  const [busy, setBusy] = useState(false);
  const eyes = String(posed.seat);
  const names = useMemo(() => Array.from({ length: posed.seats }, (_, seat) => BOT_NAMES[seat]), [posed]);
  const replay = useMemo(
    () => ({
      seat: posed.seat,
      start: posed.start,
      steps: posed.steps.map(({ told, view }) => ({ actor: told[0][0], text: told[0][1], told, view })),
    }),
    [posed],
  );
  const told = useMemo(
    () => posed.steps.slice(0, at).flatMap((step) => step.told.map(([actor, text]) => ({ actor, text }))),
    [posed, at],
  );
  const send = (/** @type {number[]} */ shares) => {
    setBusy(true);
    ask("POST", `cases/${encodeURIComponent(name)}/answer`, { shares })
      .then((/** @type {import("/wire.js").CaseSolved} */ answer) => {
        const { truth, scores } = answer;
        keepAnswer(name, { shares, truth, scores, game: posed.game, level: posed.level, at: Date.now() });
        setFound(answer);
      })
      .catch((error) => tell(error.message))
      .finally(() => setBusy(false));
  };
  const before = solved.value[name];
  useEffect(() => {
    if (before && !found) send(before.shares); // what it was worth is kept here, what told it is not
  }, []);
  const title = game?.words("title") ?? "";
  useEffect(() => {
    if (title) setTitle(`${t("cases")} · ${title}`);
  }, [title]);
  if (!game) return html`<${Waiting} text=${t("loading")} />`;
  const { board, words } = game;
  const asked = { posed, board, words, names };
  const { Evidence } = board;
  const go = (/** @type {number} */ step) => {
    setAt(step);
    scrollTo(0, 0);
  };
  return html`<main id="main" class="replay-page case-page">
    <header class="case-head"><p>${title} · ${t(`cases.${posed.level}`)} · <${SeatBadge} seat=${posed.seat} /> ${t("case.you", { name: names[posed.seat] })}</p>
      <h1>${questionOf(asked)}</h1></header>
    <section class="replay" aria-label=${t("replay")}>
      <${ReplayPanel} keys fixed replay=${replay} board=${board} words=${words} names=${names} place=${{ at, eyes }} go=${(/** @type {import("/parts/replay.js").Place} */ to) => setAt(to.at)} story=${null} />
    </section>
    <aside class="replay-side case-side" aria-label=${questionOf(asked)}>
      ${
        found
          ? html`<${CaseVerdict} ...${asked} shares=${solved.value[name]?.shares ?? []} found=${found} replay=${replay} go=${go} />
        <p class="cases-ways"><${Way} href=${`/cases/${nextCase(posed.game, posed.level)}`} class="button strong"><${Icon} name="eye" />${t("case.next")}<//>
          <${Way} href="/cases" class="button">${t("cases.all")}<//></p>`
          : before
            ? html`<p class="story-coming" role="status">${t("loading")}</p>`
            : html`<${CaseForm} ...${asked} busy=${busy} send=${send} />`
      }
      ${Evidence ? html`<details class="case-evidence"><summary>${t("case.evidence")}</summary><${Evidence} told=${told} view=${at ? posed.steps[at - 1].view : posed.start} names=${names} t=${words} Badge=${SeatBadge} /></details>` : null}
      <${ReplayLog} replay=${replay} board=${board} words=${words} names=${names} at=${at} eyes=${eyes} story=${null} go=${setAt} />
    </aside>
  </main>`;
}
