// The games as the page knows them: their words, and their boards if they have one.

import { about } from "/api.js";
import { plain } from "/device.js";
import { useEffect, useState } from "/dom.js";
import { tell } from "/parts/frame.js";
import * as generic from "/parts/generic.js";
import { gameWords, t } from "/texts.js";

/** @typedef {any} View the board knows the shape of its own */

/**
 * Seats, and what they may be: texts are found by `identity.X`, `agent.X` or `X`; `sign` draws a column, `own` is what nobody else can be.
 * @typedef {{rows: (number | string)[], columns: (number | string)[], sign?: (column: any) => any, own?: number | string | null}} Suspects
 */

/** @typedef {{title: string, lines: string[]}[]} Account */

/**
 * What a game's `board.js` gives; all but the board itself may be left out.
 * @typedef {object} Board
 * @property {(props: import("/kit/types.js").BoardProps<View>) => any} default
 * @property {(line: import("/link.js").Line, t: import("/texts.js").Translate, names: string[], view?: View) => string | null} say with the view for the log, which lasts
 * @property {(view: View, legal: string[], seat: number | null, t: import("/texts.js").Translate, names: string[]) => string} ask
 * @property {(view: View) => string} rule
 * @property {(view: View, t: import("/texts.js").Translate, names: string[]) => string[]} reasons
 * @property {(view: View) => Suspects} suspects
 * @property {import("/wire.js").ClaimInfo[]} [claims] what a seat may say at any time, as the game declares it
 * @property {((text: string, by: number, t: import("/texts.js").Translate, names: string[]) => string)} [claim] the words of one of them
 * @property {((view: View, seat: number) => string[])} [fitting] the claims that fit what is decided now, from the seat's own view
 * @property {((props: {told: import("/link.js").Told[], view: View, names: string[], t: import("/texts.js").Translate, Badge: any}) => any)} [Evidence] what everybody has seen, added up, beside the notes; `Badge` draws a seat
 * @property {((line: import("/link.js").Line) => {seat: number, kind: string}[])} [claimed] what a line says that somebody is, in the words of `truth`
 * @property {((line: import("/link.js").Line) => {seat: number, kind: string}[])} [guessed] whom somebody takes for what in a line that is their own secret, likewise
 * @property {((view: View) => string[][])} [truth] what every seat was, once it is over, in the words of `suspects`
 * @property {((view: View, truth: string[][]) => View)} [opened] an onlooker's view with everybody's secrets in it, in the words of `truth`, for a replay
 * @property {(events: import("/link.js").Line[], before: View, view: View, seat: number | null) => number} lasts how long the scene from one view to the next is, in ms at the normal pace; a line that not everybody is told adds nothing
 * @property {((view: View, seat: number, told: import("/link.js").Told[]) => string)} [dealt] names the secret that a seat holds now, or "": a new one is turned over and looked at before anything goes on
 * @property {((props: {view: View, seat: number, t: import("/texts.js").Translate, names: string[]}) => any)} [Deal] its picture, and in at most 40 words what one is and wants
 * @property {((line: import("/link.js").Line, t: import("/texts.js").Translate, names: string[], view?: View) => any)} [trail] a small picture or phrase beside a line of the log, at most 150 by 24 pixels, hidden from screen readers
 * @property {((view: View) => boolean)} [live] whether a game is played in real time: then it is shown at once
 * @property {((line: import("/link.js").Line, view: View) => boolean)} [once] whether a line may be seen only once, so not when somebody looks back
 * @property {((view: View, seat: number | null, t: import("/texts.js").Translate, names: string[]) => Account)} [account] all that this seat sees, in words, for the board as text
 * @property {((text: string, view: View, seat: number | null, t: import("/texts.js").Translate, names: string[]) => string | null)} [deed] what an act is called on a button there; null: as the log would tell it
 * @property {((line: import("/link.js").Line) => boolean)} [heard] whether the board itself tells screen readers this line
 */

/**
 * What a game's `web/manifest.json` gives; all of it may be left out.
 * @typedef {object} Manifest
 * @property {string} [cover] a picture beside it, 400 by 220
 * @property {string} [colour] one of the house's, for the edge of its card
 * @property {string[]} [styles] the sheets of its board, in the order in which they stand over each other; else `board.css`
 * @property {Record<string, string>} [at_once] the options with which everybody acts at the same moment, on the beat, so that nobody could pass a device on
 * @property {Record<string, string[]>} [offers] what a form offers of an option that may be any number
 * @property {string} [clock] the one that a form begins with
 * @property {string} [bot_pace] likewise
 */

/** @typedef {Record<string, {board: boolean, style: boolean, texts: string[], manifest: Manifest}>} Boards */

const PLAIN_COVER = "/art/cover.svg";

/** @type {Promise<Boards> | null} */
let found = null;

/** What each game has of its own. @returns {Promise<Boards>} */
function boards() {
  found ??= fetch("/games/boards.json").then((answer) => answer.json());
  return found;
}

/**
 * The words of a game; its title is known even where it has none.
 * @param {string} key
 * @returns {Promise<import("/texts.js").Translate>}
 */
export async function wordsOf(key) {
  const [all, offer] = await Promise.all([boards(), about()]);
  const words = await gameWords(key, all[key]?.texts ?? []);
  const title = offer.games.find((game) => game.key === key)?.title ?? key;
  return (name, args) => {
    const text = words(name, args);
    return name === "title" && text === name ? title : text;
  };
}

/** @param {string} key @returns {Promise<Manifest>} its cover as an address */
export async function manifestOf(key) {
  const manifest = (await boards())[key]?.manifest ?? {};
  const cover = manifest.cover ? `/games/${key}/web/${manifest.cover}` : PLAIN_COVER;
  return { ...manifest, cover };
}

/** The same, when it has come. @param {string} key @returns {Manifest | null} */
export function useManifest(key) {
  const [manifest, setManifest] = useState(/** @type {Manifest | null} */ (null));
  useEffect(() => {
    manifestOf(key)
      .then(setManifest)
      .catch(() => undefined);
  }, [key]);
  return manifest;
}

/** @param {string} address */
function dress(address) {
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const dressed = new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
  document.head.append(link);
  return dressed;
}

/**
 * The board of a game, or the generic one.
 * @param {string} key
 * @returns {Promise<Board>}
 */
async function boardOf(key) {
  const [all, offer] = await Promise.all([boards(), about()]);
  const own = all[key];
  const claims = offer.games.find((game) => game.key === key)?.claims ?? [];
  if (!own?.board) return { ...generic, claims };
  const folder = `/games/${key}/web`;
  const sheets = own.manifest.styles ?? (own.style ? ["board.css"] : []);
  const [board] = await Promise.all([
    import(`${folder}/board.js`),
    ...sheets.map((sheet) => dress(`${folder}/${sheet}`)),
  ]);
  const told = board.say ?? generic.say;
  const { account, deed } = board;
  const text = (/** @type {any} */ props) => generic.default({ ...props, say: told, account, deed });
  const drawn = plain.value ? { default: text, lasts: generic.lasts } : {};
  return { ...generic, ...board, ...drawn, claims };
}

/**
 * Both of them, when they have come.
 * @param {string} key
 * @returns {{board: Board, words: import("/texts.js").Translate} | null}
 */
export function useGame(key) {
  const [game, setGame] = useState(
    /** @type {{board: Board, words: import("/texts.js").Translate} | null} */ (null),
  );
  useEffect(() => {
    if (!key) return;
    Promise.all([boardOf(key), wordsOf(key)])
      .then(([board, words]) => setGame({ board, words }))
      .catch(() => tell(t("error.no-connection")));
  }, [key, plain.value]);
  return game;
}
