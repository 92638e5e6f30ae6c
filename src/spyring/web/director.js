// The film between the link and the page: what comes from the link is shown as scenes, one after another, and the
// page asks when the film has reached the present.
//
// - One update of the link is one scene: its lines, and the view after them. Its length is what the board's `lasts`
//   says, from public lines only, times the pace of this device; without motion it is a still of a fixed length.
// - The page and the boards read `view`, `events`, `told`, `prompt` and `lasts` here; what the link says itself is
//   the present. New `events` are a new scene: whatever still moved for the last one is cut. A board fits its motion
//   into `lasts`, and has no clock of its own.
// - `behind` is the number of scenes until now; until it is 0 nobody is asked, and the game does not end.
// - `live` boards are shown at once: only their end waits for its film.
// - `deal` is a secret that this seat has been dealt and has not looked at on this device: until it has, nothing goes
//   on and nobody is asked.
// - `looking` is how many scenes back somebody looks; meanwhile new ones wait.

import { confirmDeal, isConfirmed, PACES, pace } from "/device.js";
import { batch, signal } from "/dom.js";

const MOST = 25; // more lines than this at once that take time are an absence, not a scene
const MOST_SCENES = 30; // that wait
const KEPT = 30; // scenes that can be seen again
const STILL = 900; // ms, without motion
const BREATH = 60; // ms in which a board draws where a scene begins that is seen again

/**
 * @typedef {import("/link.js").Line} Line
 * @typedef {import("/wire.js").Update} Update
 * @typedef {{lines: Line[], before: Update["view"], view: Update["view"], number: number, jump: boolean}} Scene
 *   `number`: how much has been told with it; `jump`: a cold start, of which nothing is seen happening
 * @typedef {Pick<import("/link.js").Link, "table" | "info" | "seat" | "view" | "prompt" | "deadlines" | "told" | "paused" | "isAlone" | "pause" | "show">} Source
 *   a table, or a lesson
 * @typedef {{key: string, view: Update["view"]}} Deal the view in which it was there to be seen: a later one may not tell it
 */

export const isQuiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * How long a scene is on this device, in ms.
 * @param {Pick<import("/games.js").Board, "lasts">} board @param {Line[]} lines @param {any} before @param {any} view
 * @param {number | null} seat @param {number} [factor]
 */
export function lengthOf(board, lines, before, view, seat, factor = PACES[pace.value] ?? 1) {
  if (!factor || !lines.length || !before) return 0;
  const lasts = board.lasts(lines, before, view, seat);
  return factor * (isQuiet() ? Math.min(lasts, STILL) : lasts);
}

export class Director {
  /** @param {Source} link */
  constructor(link) {
    this.link = link;
    /** @type {import("/games.js").Board | null} */
    this.board = null; // before it has come, nothing is shown happening
    this.deal = signal(/** @type {Deal | null} */ (null));
    this.watched = true; // behind a curtain, nothing is either
    this.view = signal(/** @type {Update["view"]} */ (null));
    this.prompt = signal(/** @type {Update["prompt"]} */ (null));
    this.told = signal(/** @type {import("/link.js").Told[]} */ ([]));
    this.events = signal(/** @type {Line[]} */ ([]));
    this.lasts = signal(0);
    this.behind = signal(0);
    this.looking = signal(0);
    /** @type {Scene[]} */
    this.queue = [];
    /** @type {Scene[]} */
    this.past = [];
    this.timer = 0;
  }

  /** The board has come. @param {import("/games.js").Board | null} board */
  use(board) {
    if (board === this.board) return;
    this.board = board;
    if (board && !this.timer && !this.looking.value) this.present();
  }

  /** What has just come from the link, which has it already. @param {Scene[]} scenes */
  take(scenes) {
    if (this.link.info.value?.phase !== "playing") this.deal.value = null;
    const fresh = scenes.filter(({ lines }) => lines.length > 0);
    const away = scenes.some(({ jump }) => jump) || fresh.some((scene) => this.isAbsence(scene));
    this.past = [...(away ? [] : this.past), ...fresh.filter(({ jump }) => !jump)].slice(-KEPT);
    this.queue.push(...fresh);
    if (away) {
      this.queue = [];
      this.looking.value = 0;
    }
    if (this.looking.value) this.behind.value = this.queue.length;
    else if (this.deal.value && !this.isLive()) this.behind.value = this.queue.length + 1;
    else if (away || this.isLive() || !this.hasTime()) this.skip();
    else if (!this.timer) this.next();
    else this.behind.value = this.queue.length + 1;
  }

  /** Whether nobody watched all that; what is only told when it is over takes no time. @param {Scene} scene */
  isAbsence({ lines, before, view }) {
    const { board, link } = this;
    if (lines.length <= MOST) return false;
    if (!board || !before) return true;
    return lines.filter((line) => board.lasts([line], before, view, link.seat.value) > 0).length > MOST;
  }

  isLive() {
    const view = this.link.view.value;
    return Boolean(view && this.board?.live?.(view));
  }

  /** Whether somebody watches, and the film may last. */
  hasTime() {
    return (
      this.board !== null &&
      this.watched &&
      document.visibilityState === "visible" &&
      PACES[pace.value] !== 0 &&
      this.queue.length <= MOST_SCENES &&
      !this.isPressed()
    );
  }

  /** Whether the clock of this seat leaves no time for what is still to be shown. */
  isPressed() {
    const { prompt, deadlines, seat } = this.link;
    const until = seat.value === null ? null : deadlines.value?.[seat.value];
    if (!prompt.value || !until) return false;
    const left = this.queue.reduce((sum, scene) => sum + this.length(scene), 0);
    return until * 1000 - Date.now() < 2 * left;
  }

  /** @param {Scene} scene */
  length({ lines, before, view }) {
    return this.board ? lengthOf(this.board, lines, before, view, this.link.seat.value) : 0;
  }

  /** The next scene; after the last one the present. */
  next() {
    this.timer = 0;
    if (this.holds([this.view.value])) return;
    let scene = this.queue.shift();
    if (scene && !this.hasTime()) {
      this.queue.unshift(scene);
      this.skip();
      return;
    }
    // What takes no time, such as an act of one's own, goes with what comes after it.
    while (scene && this.length(scene) === 0 && this.queue.length > 0 && !this.dealt(scene.view))
      scene = joined(scene, this.queue.shift());
    batch(() => {
      if (scene) this.show(scene, this.length(scene));
      if (this.lasts.value > 0 && scene) this.wait();
      else if (this.queue.length > 0) this.next();
      else this.present();
    });
  }

  wait() {
    this.behind.value = this.queue.length + 1;
    this.timer = window.setTimeout(() => this.next(), this.lasts.value);
  }

  /** @param {Scene} scene @param {number} lasts */
  show({ lines, view, number }, lasts) {
    this.view.value = view;
    this.events.value = lines;
    this.lasts.value = lasts;
    this.told.value = this.link.told.value.slice(0, number);
    this.prompt.value = null;
  }

  /** To the present at once: what is left is told, not shown. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    const passed = this.queue.map(({ view }) => view);
    const scene = this.queue.splice(0).reduce(joined, /** @type {Scene | undefined} */ (undefined));
    const ends = this.isLive() && this.link.info.value?.phase === "over" && this.looking.value === 0;
    batch(() => {
      this.looking.value = 0;
      this.events.value = scene?.lines ?? [];
      this.lasts.value = scene && this.isLive() ? this.length(scene) : 0;
      this.present(passed);
      if (ends && this.lasts.value > 0 && document.visibilityState === "visible") this.wait();
    });
  }

  /** @param {Update["view"][]} [passed] the views that are not shown on the way */
  present(passed = []) {
    const { view, told, prompt } = this.link;
    this.view.value = view.value;
    this.told.value = told.value;
    if (this.holds([...passed, view.value])) return;
    this.prompt.value = prompt.value;
    this.behind.value = 0;
    if (this.board || view.value === null) this.link.show();
  }

  /** What this seat has been dealt, and has not looked at here. @param {Update["view"]} view */
  dealt(view) {
    const { info, seat, table } = this.link;
    if (!view || seat.value === null || info.value?.phase !== "playing") return "";
    const key = this.board?.dealt?.(view, seat.value, this.link.told.value) ?? "";
    return isConfirmed(table, seat.value, key) ? "" : key;
  }

  /** Whether a secret in one of these views is to be looked at first. @param {Update["view"][]} views */
  holds(views) {
    for (const view of views) {
      const key = this.dealt(view);
      if (key && key !== this.deal.value?.key) this.deal.value = { key, view };
    }
    if (!this.deal.value) return false;
    this.prompt.value = null;
    this.behind.value = this.queue.length + 1;
    this.link.show(0);
    return true;
  }

  /** It has been looked at. */
  confirm() {
    const { deal, link } = this;
    if (!deal.value || link.seat.value === null) return;
    confirmDeal(link.table, link.seat.value, deal.value.key);
    batch(() => {
      deal.value = null;
      this.next();
    });
  }

  /** See an earlier scene again. @param {number} step 1: one further back, -1: one on */
  look(step) {
    if (!this.looking.value) this.skip();
    const back = Math.min(this.looking.value + step, this.past.length);
    const scene = this.past[this.past.length - back];
    if (back <= 0 || !scene) {
      this.now();
      return;
    }
    clearTimeout(this.timer);
    const lines = scene.lines.filter((line) => !this.board?.once?.(line, scene.view));
    batch(() => {
      this.looking.value = back;
      this.show({ ...scene, lines: [], view: scene.before }, 0);
    });
    this.timer = window.setTimeout(() => {
      const { board, link } = this;
      // Who looks again wants to see it, also where everything else is shown at once.
      const lasts = board
        ? lengthOf(board, lines, scene.before, scene.view, link.seat.value, PACES[pace.value] || 1)
        : 0;
      batch(() => this.show({ ...scene, lines }, lasts));
    }, BREATH);
  }

  /** Back from there: what has come meanwhile is shown. */
  now() {
    clearTimeout(this.timer);
    this.looking.value = 0;
    batch(() => {
      this.events.value = [];
      this.lasts.value = 0;
      this.next();
    });
  }

  end() {
    clearTimeout(this.timer);
    this.queue = [];
  }
}

/** Two scenes as one. @param {Scene | undefined} one @param {Scene | undefined} other @returns {Scene} */
function joined(one, other) {
  if (!one || !other) return /** @type {Scene} */ (one ?? other);
  return { ...other, lines: [...one.lines, ...other.lines], before: one.before };
}
