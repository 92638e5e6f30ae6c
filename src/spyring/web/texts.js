// Every word that a person reads, in five languages.

import { keep, recall } from "/device.js";
import { signal } from "/dom.js";

/** @typedef {Record<string, string>} Words */
/** @typedef {(key: string, args?: Record<string, any>) => string} Translate */

export const LANGUAGES = { en: "English", it: "Italiano", es: "Español", fr: "Français", de: "Deutsch" };

export const language = signal("en");
const words = signal(/** @type {Words} */ ({}));
const english = signal(/** @type {Words} */ ({}));

/** @type {Map<string, Promise<Words>>} */
const books = new Map();

/**
 * A file of texts, fetched once.
 * @param {string} address
 * @returns {Promise<Words>}
 */
function book(address) {
  let found = books.get(address);
  if (!found) {
    found = fetch(address).then((answer) => (answer.ok ? answer.json() : {}));
    found.catch(() => books.delete(address));
    books.set(address, found);
  }
  return found;
}

/**
 * @param {Words} own the reader's language
 * @param {Words} spare what to say where that has no text
 * @param {string} lang
 * @returns {Translate}
 */
function translator(own, spare, lang) {
  const plurals = new Intl.PluralRules(lang);
  return (key, args = {}) => {
    const form = "count" in args ? `${key}.${plurals.select(args.count)}` : key;
    const text =
      own[form] ??
      own[`${key}.other`] ??
      own[key] ??
      spare[form] ??
      spare[`${key}.other`] ??
      spare[key] ??
      key;
    const filled = text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
    return requoted(lang === "it" ? smooth(filled) : filled, lang);
  };
}

/** Italian puts a d between two equal vowels: *ad Anton*, *ed Emma*. @param {string} text */
function smooth(text) {
  return text.replace(/(^|[^\p{L}’'])([ae]) (?=\p{L})/giu, (word, before, vowel, at) =>
    text[at + word.length].normalize("NFD")[0].toLowerCase() === vowel.toLowerCase()
      ? `${before}${vowel}d `
      : word,
  );
}

/** The marks of a quotation, and of one within it. @type {Record<string, string>} */
const MARKS = { en: "“”‘’", it: "«»“”", es: "«»“”", fr: "«»“”", de: "„“‚‘" };

/** What is quoted within a quotation has other marks. @param {string} text @param {string} lang */
function requoted(text, lang) {
  const [opens, closes, opensWithin, closesWithin] = MARKS[lang];
  let depth = 0;
  const marked = Array.from(text, (letter) => {
    if (letter === opens) return ++depth > 1 ? opensWithin : opens;
    if (letter === closes && depth > 0) return --depth > 0 ? closesWithin : closes;
    return letter;
  }).join("");
  return lang === "fr" ? marked.replace(/“\s/g, "“").replace(/\s”/g, "”") : marked;
}

/** @type {Translate} */
export function t(key, args) {
  return translator(words.value, english.value, language.value)(key, args);
}

/** @param {string} key whether the shell has a text for it */
export function has(key) {
  return key in words.value;
}

/** As the reader's language lists them: Spanish has more than one 'and'. @param {string[]} things */
export function listed(things) {
  return new Intl.ListFormat(language.value).format(things);
}

/** As the reader's language writes it, without decimals. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** The first of these that we speak. @param {unknown[]} wanted @returns {string | undefined} */
function spoken(wanted) {
  return wanted.map((one) => String(one).slice(0, 2)).find((one) => one in LANGUAGES);
}

/** @param {string} lang */
export async function speak(lang) {
  const [own, spare] = await Promise.all([book(`/texts/${lang}.json`), book("/texts/en.json")]);
  english.value = spare;
  words.value = own;
  language.value = lang;
  document.documentElement.lang = lang;
  document.querySelector("meta[name=description]")?.setAttribute("content", own["home.line"]);
}

/** @param {string} lang */
export function choose(lang) {
  keep("language", lang);
  return speak(lang);
}

/** What was chosen here, else the browser's languages, else the server's. @param {() => Promise<string>} offered */
export async function begin(offered) {
  return speak(
    spoken([recall("language", null), ...navigator.languages]) ?? spoken([await offered()]) ?? "en",
  );
}

/**
 * The words of one game.
 * @param {string} key
 * @param {string[]} there the languages that it has
 * @returns {Promise<Translate>}
 */
export async function gameWords(key, there) {
  const lang = language.value;
  const fetchBook = (/** @type {string} */ one) =>
    there.includes(one) ? book(`/games/${key}/texts/${one}.json`) : Promise.resolve({});
  const [own, spare] = await Promise.all([
    fetchBook(lang),
    lang === "en" || there.includes(lang) ? {} : fetchBook("en"),
  ]);
  return translator(own, spare, lang);
}

/** What a game's lesson says. @param {string} key @returns {Promise<Translate>} */
export async function lessonWords(key) {
  const lang = language.value;
  return translator(await book(`/games/${key}/texts/lesson.${lang}.json`), {}, lang);
}
