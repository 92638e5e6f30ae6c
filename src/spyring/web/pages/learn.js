// Lessons: a short game with a script, on the real board and under the real rules.

import { about, ask } from "/api.js";
import { myName } from "/device.js";
import { isQuiet } from "/director.js";
import { html, signal, useEffect, useRef, useState } from "/dom.js";
import { manifestOf, useGame, wordsOf } from "/games.js";
import { playNow } from "/pages/home.js";
import { GameCover } from "/parts/cover.js";
import { announce, Bar, LanguageChoice, ThemeButton, tell, Waiting, Way } from "/parts/frame.js";
import { Icon } from "/parts/icons.js";
import { setTitle } from "/parts/notice.js";
import { namesOf } from "/parts/seats.js";
import { sound } from "/sound.js";
import { lessonWords, t } from "/texts.js";

/** @typedef {import("/wire.js").Lecture} Lecture */

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
  const [fresh, setFresh] = useState(/** @type {import("/link.js").Line[]} */ ([]));
  const heard = useRef(-1);
  const found = useGame(game);
  if (learned.value.game !== game) learned.value = { game, acts: [] };

  const show = (/** @type {string[]} */ acts) =>
    ask("POST", `lessons/${encodeURIComponent(game)}`, { acts }).then((/** @type {Lecture} */ now) => {
      learned.value = { game, acts };
      setFresh(heard.current < 0 ? [] : now.told.slice(heard.current));
      heard.current = now.told.length;
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
  useEffect(() => {
    if (!lecture?.after) return undefined;
    const timer = setTimeout(() => act(""), lecture.after * 1000);
    return () => clearTimeout(timer);
  }, [lecture]);
  const again = () => {
    heard.current = -1;
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
  useEffect(() => {
    if (!sentence) return;
    announce(sentence);
    scrollTo(0, 0); // what the act has done is seen above, not where it was given
  }, [sentence]);

  useEffect(() => {
    if (found) setTitle(found.words("title"));
  }, [found]);

  if (wrong)
    return html`<main id="main" class="waiting"><h1>${wrong}</h1><${Way} href="/learn" class="button strong">${t("learn.others")}<//></main>`;
  if (!lecture || !found || !book) return html`<main id="main"><${Waiting} text=${t("loading")} /></main>`;
  const last = lecture.step === lecture.steps - 1;
  const Drawn = found.board.default;
  return html`<main id="main" class="learn">
    <section class="lesson" aria-label=${t("learn.title")}>
      <div class="lesson-head"><h1>${found.words("title")}</h1>
        <p class="lesson-dots"><span class="unseen">${t("learn.step", { number: lecture.step + 1, steps: lecture.steps })}</span>
          ${[...Array(lecture.steps).keys()].map((step) => html`<i key=${step} class=${step < lecture.step ? "lesson-done" : step === lecture.step ? "lesson-now" : ""}></i>`)}</p></div>
      <p class="lesson-say">${sentence}</p>
      ${
        last
          ? html`<${Onward} game=${game} again=${again} />`
          : lecture.accept.length === 0 && !lecture.after
            ? html`<button class="strong big" onClick=${() => act("")}>${t("learn.on")}</button>`
            : null
      }
    </section>
    <div class="board"><h2 class="unseen">${t("table")}</h2><${Drawn} view=${lecture.view} seat=${lecture.seat} legal=${lecture.accept} act=${act} names=${names} t=${found.words} events=${fresh} told=${lecture.told.map(([actor, text]) => ({ actor, text }))}
      quiet=${isQuiet()} hidden=${false} peek=${false} screen=${false} sound=${sound} /></div>
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
