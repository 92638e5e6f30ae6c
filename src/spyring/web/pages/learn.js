// Lessons: a short game with a script, on the real board and under the real rules.

import { about, ask } from "/api.js";
import { myName } from "/device.js";
import { Director, isQuiet } from "/director.js";
import { batch, html, signal, useEffect, useMemo, useRef, useState } from "/dom.js";
import { manifestOf, useGame, wordsOf } from "/games.js";
import { playNow } from "/pages/home.js";
import { GameCover } from "/parts/cover.js";
import { FilmTools, skipByTap, useFilmKeys } from "/parts/film.js";
import { announce, Bar, LanguageChoice, ThemeButton, tell, Waiting, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { namesOf } from "/parts/seats.js";
import { sound } from "/sound.js";
import { lessonWords, t } from "/texts.js";

/** @typedef {import("/wire.js").Lecture} Lecture */

/** @type {never[]} */
const NOTHING = [];

/** What a lesson has in place of a table: what it tells is shown as a film. */
class LessonLink {
  constructor() {
    this.table = "";
    this.info = signal(null);
    this.seat = signal(/** @type {number | null} */ (null));
    this.view = signal(/** @type {any} */ (null));
    this.prompt = signal(/** @type {import("/wire.js").Update["prompt"]} */ (null));
    this.deadlines = signal(null);
    this.told = signal(/** @type {import("/link.js").Told[]} */ ([]));
    this.paused = signal(false);
    this.film = new Director(this);
  }

  isAlone() {
    return false;
  }

  pause() {}

  show() {}

  /** The last act and what it led to; `cold`: nothing of it is seen happening. @param {Lecture} lecture @param {boolean} cold */
  take({ told, view, scenes, seat, step, accept }, cold) {
    const lines = told.map(([actor, text]) => /** @type {import("/link.js").Line} */ ([actor, text]));
    const parts = cold ? [{ told: told.length, view }] : scenes;
    let from = cold ? 0 : this.told.value.length;
    let before = this.view.value;
    const film = parts.map((part) => {
      const one = {
        lines: lines.slice(from, part.told),
        before,
        view: part.view,
        number: part.told,
        jump: cold,
      };
      from = part.told;
      before = part.view;
      return one;
    });
    batch(() => {
      this.seat.value = seat;
      this.told.value = lines.map(([actor, text]) => ({ actor, text }));
      this.view.value = view;
      this.prompt.value = { number: step, legal: accept };
      this.film.take(film);
    });
  }
}

/** The lesson of this visit and its acts: they outlive a change of the language. */
const learned = signal(/** @type {{game: string, acts: string[]}} */ ({ game: "", acts: [] }));

/** @param {{game: string}} props */
export function Learn({ game }) {
  return html`<${Bar}><${LanguageChoice} /><${ThemeButton} /><//>
    ${game ? html`<${Lesson} key=${game} game=${game} />` : html`<${Lessons} />`}`;
}

/** All lessons. */
function Lessons() {
  const [games, setGames] = useState(
    /** @type {{key: string, title: string, line: string, manifest: import("/games.js").Manifest}[]} */ ([]),
  );
  useEffect(() => {
    about()
      .then(({ games: all }) =>
        Promise.all(
          all
            .filter(({ lesson }) => lesson)
            .map(async ({ key }) => {
              const words = await wordsOf(key);
              return { key, title: words("title"), line: words("about"), manifest: await manifestOf(key) };
            }),
        ),
      )
      .then(setGames)
      .catch((error) => tell(error.message));
  }, []);
  useEffect(() => setTitle(t("learn.title")), []);
  return html`<main id="main" class="learn-all"><h1>${t("learn.title")}</h1><p>${t("learn.line")}</p>
    <div class="games">${games.map(
      ({ key, title, line, manifest }) => html`<${GameCover} key=${key} game=${key} manifest=${manifest}>
      <div class="game-words"><h2>${title}</h2><p>${line}</p>
        <div class="game-ways"><${Way} href=${`/learn/${key}`} class="button strong"><${Icon} name="learn" />${t("learn.begin")}<span class="unseen">: ${title}</span><//></div></div><//>`,
    )}</div>
  </main>`;
}

/** @param {{game: string}} props */
function Lesson({ game }) {
  const [lecture, setLecture] = useState(/** @type {Lecture | null} */ (null));
  const [wrong, setWrong] = useState("");
  const [book, setBook] = useState(/** @type {{say: import("/texts.js").Translate} | null} */ (null));
  const cold = useRef(true);
  const found = useGame(game);
  const link = useMemo(() => new LessonLink(), []);
  const { film } = link;
  useEffect(() => () => film.end(), []);
  useEffect(() => film.use(found?.board ?? null), [found]);
  useFilmKeys(film);
  if (learned.value.game !== game) learned.value = { game, acts: [] };

  const show = (/** @type {string[]} */ acts) =>
    ask("POST", `lessons/${encodeURIComponent(game)}`, { acts }).then((/** @type {Lecture} */ now) => {
      learned.value = { game, acts };
      link.take(now, cold.current);
      cold.current = false;
      setLecture(now);
    });
  useEffect(() => {
    lessonWords(game)
      .then((say) => setBook({ say }))
      .catch(() => undefined);
    show(learned.value.acts).catch((error) => setWrong(error.message));
  }, []);
  const act = (/** @type {string} */ text) =>
    show([...learned.value.acts, text]).catch((error) => tell(error.message));
  const showing = film.behind.value > 0 || film.looking.value > 0;
  useEffect(() => {
    if (!lecture?.after || showing) return undefined;
    const timer = setTimeout(() => act(""), lecture.after * 1000);
    return () => clearTimeout(timer);
  }, [lecture, showing]);
  const again = () => {
    cold.current = true;
    show([]).catch((error) => tell(error.message));
  };

  const names = lecture
    ? namesOf(
        /** @type {any} */ ({
          seats: [...Array(lecture.seats).keys()].map((seat) => ({
            name: seat === lecture.seat ? myName.value || t("guest") : "",
            taken: true,
          })),
        }),
      )
    : [];
  const sentence =
    lecture && book ? book.say(lecture.say, Object.fromEntries(names.map((name, seat) => [seat, name]))) : "";
  const told = film.events.value.map((line) => ({
    by: line[0],
    text: found?.board.say(line, found.words, names, film.view.value) ?? "",
  }));
  const happens =
    (showing &&
      (told.findLast(({ by, text }) => text && by !== "chance") ?? told.findLast(({ text }) => text))
        ?.text) ||
    "";
  const heard = showing ? happens : sentence;
  useEffect(() => {
    if (heard) announce(heard);
  }, [heard]);
  useEffect(() => scrollTo(0, 0), [sentence]); // what the act has done is seen above, not where it was given

  useEffect(() => {
    if (found) setTitle(found.words("title"));
  }, [found]);

  if (wrong)
    return html`<main id="main" class="waiting"><h1>${wrong}</h1><${Way} href="/learn" class="button strong">${t("learn.others")}<//></main>`;
  if (!lecture || !found || !book || !film.view.value)
    return html`<main id="main"><${Waiting} text=${t("loading")} /></main>`;
  const last = lecture.step === lecture.steps - 1;
  const Drawn = found.board.default;
  return html`<main id="main" class="learn">
    <section class=${showing ? "lesson lesson-film" : "lesson"} aria-label=${t("learn.title")}>
      <div class="lesson-head"><h1>${found.words("title")}</h1>
        <p class="lesson-dots"><span class="unseen">${t("learn.step", { number: lecture.step + 1, steps: lecture.steps })}</span>
          ${[...Array(lecture.steps).keys()].map((step) => html`<i key=${step} class=${step < lecture.step ? "lesson-done" : step === lecture.step ? "lesson-now" : ""}></i>`)}</p><${FilmTools} film=${film} over=${false} live=${film.isLive()} /></div>
      <p class="lesson-say"><span>${sentence}</span>${showing ? html`<span class="lesson-happens">${happens}</span>` : null}</p>
      ${
        last
          ? html`<${Onward} game=${game} again=${again} />`
          : lecture.accept.length === 0 && !lecture.after
            ? html`<button class="strong big" onClick=${() => act("")}>${t("learn.on")}</button>`
            : null
      }
    </section>
    <div class="board" data-behind=${film.behind.value} onClick=${(/** @type {MouseEvent} */ event) => skipByTap(film, event)}>
      <h2 class="unseen">${t("table")}</h2><${Drawn} view=${film.view.value} seat=${lecture.seat} legal=${film.prompt.value?.legal ?? NOTHING} act=${act} names=${names} t=${found.words}
      events=${film.events.value} told=${film.told.value} lasts=${film.lasts.value} showing=${showing} quiet=${isQuiet()} hidden=${false} peek=${false} screen=${false} sound=${sound} /></div>
  </main>`;
}

/** @param {{game: string, again: () => void}} props what to do after a lesson */
function Onward({ game, again }) {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    try {
      const offer = (await about()).games.find(({ key }) => key === game);
      if (offer) await playNow(offer);
    } catch (error) {
      setBusy(false);
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<div class="lesson-ways">
    <button class="strong big" disabled=${busy} onClick=${play}><${Icon} name="play" />${t("home.play")}</button>
    <${Way} href="/learn" class="button"><${Icon} name="learn" />${t("learn.others")}<//>
    <button onClick=${again}><${Icon} name="replay" />${t("learn.again")}</button></div>`;
}
