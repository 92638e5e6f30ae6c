// The connection to one table: resumes where it broke off, and does every act once.

import { Refusal, reached } from "/api.js";
import { freshId } from "/device.js";
import { Director } from "/director.js";
import { batch, signal } from "/dom.js";
import { wordsOf } from "/games.js";
import { namesOf } from "/parts/seats.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const LONGEST_FRAME = 100;

/**
 * @typedef {import("/wire.js").TableInfo} TableInfo
 * @typedef {import("/wire.js").Update} Update
 * @typedef {import("/wire.js").Act | import("/wire.js").Say | import("/wire.js").Lead | import("/wire.js").Note | import("/wire.js").Back} Message what is sent until it is answered
 * @typedef {import("/api.js").Reason} Reason
 * @typedef {import("/wire.js").NotesInfo} Notes
 * @typedef {Update["events"][number]} Told
 * @typedef {[import("/wire.js").Heard["actor"], string]} Line
 */

/**
 * Why the rules refuse an act, in the words of their game: `refusal.WHY`, filled with the arguments. A seat
 * is known by its name, and what the game has a word for (`card.X`, `agent.X`) by that.
 * @param {Reason} error
 * @param {TableInfo} info
 * @returns {Promise<string>} nothing where the game has no words for it
 */
async function reason(error, info) {
  const words = await wordsOf(info.game);
  const names = namesOf(info);
  const word = (/** @type {string} */ key, /** @type {unknown} */ spare) => {
    const text = words(key);
    return text === key ? spare : text;
  };
  const key = `refusal.${error.why}`;
  const filled = Object.entries(error).map(([name, value]) => [
    name,
    name === "seat" ? names[Number(value)] : word(`${name}.${value}`, value),
  ]);
  const text = words(key, Object.fromEntries(filled));
  return text === key ? "" : text;
}

/**
 * Pages as one: how things stand came with the last of them.
 * @param {Update | undefined} page
 * @param {Update} next
 * @returns {Update}
 */
function joined(page, next) {
  return page ? { ...next, from: page.from, events: [...page.events, ...next.events] } : next;
}

export class Link {
  /**
   * @param {string} table
   * @param {string} ticket none: an onlooker
   * @param {boolean} [screen] shows the table to those who sit there: no onlooker that counts
   */
  constructor(table, ticket, screen = false) {
    this.table = table;
    this.ticket = ticket;
    this.screen = screen;
    this.status = signal(/** @type {"connecting" | "here" | "lost" | "ended"} */ ("connecting"));
    this.info = signal(/** @type {TableInfo | null} */ (null));
    this.seat = signal(/** @type {number | null} */ (null));
    this.view = signal(/** @type {Update["view"]} */ (null));
    this.prompt = signal(/** @type {Update["prompt"]} */ (null));
    this.deadlines = signal(/** @type {Update["deadlines"]} */ (null));
    this.told = signal(/** @type {Told[]} */ ([]));
    this.refusal = signal(/** @type {Refusal | null} */ (null));
    this.notes = signal(/** @type {Notes} */ ({ marks: {}, text: "" })); // of this seat, on all its devices
    this.kept = this.notes.value; // as the server has them
    /** @type {Map<string, Message>} */
    this.open = new Map(); // what has been asked for and not been answered
    /** @type {Update[]} */
    this.news = []; // what has come and is not drawn yet
    this.reached = 0;
    this.cold = true;
    this.film = new Director(this);
    this.shown = -1; // how much of it this connection has reported
    this.paused = signal(false);
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.awake = () => {
      if (document.visibilityState !== "visible") return;
      if (this.status.value === "lost") this.connect();
      else if (this.film.behind.value === 0) this.show();
    };
    addEventListener("online", this.awake);
    document.addEventListener("visibilitychange", this.awake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`,
    );
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.news = this.news.filter((one) => !one.more); // it comes again
      socket.send(
        JSON.stringify({
          type: "hello",
          ticket: this.ticket,
          screen: this.screen,
          from: this.reached,
          confirms: true,
        }),
      );
      for (const message of this.open.values()) socket.send(JSON.stringify(message));
      this.shown = -1;
      if (this.paused.value) socket.send(JSON.stringify({ type: "pause", on: true }));
    });
    socket.addEventListener("message", (message) => this.hear(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.again();
    });
  }

  again() {
    this.status.value = "lost";
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** @param {Update | import("/wire.js").Done | import("/wire.js").NotDone} message */
  hear(message) {
    if (message.type === "update") {
      this.news.push(joined(this.news.at(-1)?.more ? this.news.pop() : undefined, message));
      if (message.more) return;
      if (this.cold) this.draw();
      else if (this.news.length === 1) this.soon();
    } else if (message.type === "done") {
      this.open.delete(message.id);
    } else {
      this.open.delete(message.id);
      this.notes.value = this.noted();
      const { error } = message;
      if (!message.id) this.end(); // turned away at the door
      // A second click on the same prompt, or one that crossed the end of the game, means nothing.
      const late = error.id === "stale-prompt" || (message.id && this.info.value?.phase === "over");
      if (!late) this.refuse(/** @type {Reason} */ (error));
    }
  }

  /** @param {Reason} error */
  refuse(error) {
    const info = this.info.value;
    const said = error.why && info ? reason(error, info).catch(() => "") : null;
    if (said)
      said.then((text) => {
        this.refusal.value = new Refusal(error, text);
      });
    else this.refusal.value = new Refusal(error);
  }

  /** Within a frame, once for all that came in it; a page that nobody sees has no frames. */
  soon() {
    const draw = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.draw();
    };
    const frame = requestAnimationFrame(draw);
    const timer = setTimeout(draw, LONGEST_FRAME);
  }

  draw() {
    const whole = this.news.filter((one) => !one.more);
    this.news = this.news.filter((one) => one.more);
    batch(() => this.film.take(whole.map((message) => this.update(message))));
  }

  /** Take one message in. @param {Update} message @returns {import("/director.js").Scene} */
  update(message) {
    this.wait = FIRST_WAIT;
    const jump = this.cold || (message.from < this.reached && message.from === 0);
    /** @type {Told[]} */
    const fresh = message.events.slice(Math.max(0, this.reached - message.from));
    const before = this.view.value;
    for (const one of fresh) if ("done" in one) this.open.delete(one.done);
    batch(() => {
      this.status.value = "here";
      reached.value = true;
      this.told.value = [...this.told.value.slice(0, message.from), ...message.events];
      this.seat.value = message.seat;
      this.view.value = message.view;
      this.prompt.value = message.prompt;
      this.deadlines.value = message.deadlines;
      if (message.table) this.info.value = message.table;
      if (message.notes) {
        this.kept = message.notes;
        this.notes.value = this.noted();
      }
    });
    this.reached = message.to;
    this.cold = false;
    const lines = fresh.flatMap((one) =>
      "actor" in one ? [/** @type {Line} */ ([one.actor, one.text])] : [],
    );
    return { lines, before, view: message.view, number: message.to, jump };
  }

  /** @param {Message} message */
  send(message) {
    this.open.set(message.id, message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} text */
  act(text) {
    this.refusal.value = null;
    const prompt = this.prompt.value;
    this.send({ type: "act", id: freshId(), text, ...(prompt ? { prompt: prompt.number } : {}) });
  }

  /** @param {string} text @param {number} [line] of a game that is over */
  say(text, line) {
    this.send({ type: "say", id: freshId(), text, ...(line === undefined ? {} : { line }) });
  }

  /** Lead everybody to a line of a game that is over; null: no longer. @param {number | null} line @param {string} eyes */
  lead(line, eyes) {
    this.send({ type: "lead", id: freshId(), line, eyes });
  }

  /**
   * Some marks, or the text, or both; shown at once.
   * @param {Pick<import("/wire.js").Note, "marks" | "text">} change
   */
  note(change) {
    this.send({ type: "note", id: freshId(), ...change });
    this.notes.value = this.noted();
  }

  /** The notes that are kept, with what is on its way. @returns {Notes} */
  noted() {
    return [...this.open.values()]
      .filter((one) => one.type === "note")
      .reduce(
        (notes, { marks, text }) => ({ marks: { ...notes.marks, ...marks }, text: text ?? notes.text }),
        this.kept,
      );
  }

  /** Whether only bots wait for this seat: they wait for its film, too. */
  isAlone() {
    const people = this.info.value?.seats.filter(({ taken, bot }) => taken && !bot) ?? [];
    return this.seat.value !== null && people.length === 1;
  }

  /** Whether something is new that may be seen only once. @param {number} number */
  hasOnce(number) {
    const { board } = this.film;
    return this.told.value
      .slice(Math.max(0, this.shown), number)
      .some((one) => "actor" in one && board?.once?.([one.actor, one.text], this.view.value));
  }

  /** The film has come so far. @param {number} [number] */
  show(number = this.reached) {
    if (number <= this.shown || this.seat.value === null || this.socket?.readyState !== WebSocket.OPEN)
      return;
    const once = this.hasOnce(number);
    const deals = this.shown <= 0 && this.film.isLive(); // time begins when everybody has looked
    if (!this.isAlone() && !once && !deals) return;
    if (once && document.visibilityState !== "visible") return; // nobody has seen it
    this.shown = number;
    this.socket.send(JSON.stringify({ type: "shown", number: this.shown }));
  }

  /** Bots wait, or go on. @param {boolean} on */
  pause(on) {
    this.paused.value = on;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "pause", on }));
  }

  back() {
    this.send({ type: "back", id: freshId() });
  }

  end() {
    this.status.value = "ended";
    clearTimeout(this.timer);
    removeEventListener("online", this.awake);
    document.removeEventListener("visibilitychange", this.awake);
    this.news = []; // what comes too late to be drawn brings nobody back
    this.film.end();
    this.socket?.close();
    this.socket = null;
  }
}
