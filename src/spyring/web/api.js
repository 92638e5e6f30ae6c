// The server's REST interface.
import { signal } from "/dom.js";
import { has, t } from "/texts.js";

/** Whether the server can be reached, as far as we know: a browser's own word for it is often too good. */
export const reached = signal(navigator.onLine);
addEventListener("online", () => {
  reached.value = true;
});
addEventListener("offline", () => {
  reached.value = false;
});

/**
 * @typedef {import("/wire.js").About} About
 * @typedef {import("/wire.js").Error & Record<string, unknown>} Reason with the arguments of its message
 */

/** Why something was not done, in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {Reason} error
   * @param {string} [said] the rules' own reason, if their game has words for it
   */
  constructor(error, said) {
    super(said || (has(`error.${error.id}`) ? t(`error.${error.id}`, error) : error.text));
    this.id = error.id;
    this.error = error;
  }
}

const CLOSE = 2; // seconds: what an answer may have been under way, and its time is rounded
let ahead = 0;

/** The server's time in seconds since 1970: a device's own may be wrong. */
export function now() {
  return Date.now() / 1000 + ahead;
}

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [ticket]
 * @template T as the OpenAPI description has it
 * @returns {Promise<T>}
 */
export async function ask(method, path, body, ticket) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (ticket) headers.authorization = `Bearer ${ticket}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (path !== "about") {
      // that one is kept for days without a network
      reached.value = true;
      const off = (Date.parse(answer.headers.get("date") ?? "") - Date.now()) / 1000;
      ahead = Math.abs(off) > CLOSE ? off : 0;
    }
  } catch {
    reached.value = false;
    throw new Refusal({ id: "no-connection", text: "No connection." });
  }
  const found = answer.headers.get("content-type")?.startsWith("application/json")
    ? await answer.json()
    : await answer.text();
  if (!answer.ok) throw new Refusal(found?.error ?? { id: "fault", text: answer.statusText });
  return found;
}

/** @type {Promise<About> | null} */
let told = null;

/** What this server offers; asked once. @returns {Promise<About>} */
export function about() {
  told ??= ask("GET", "about").catch((error) => {
    told = null;
    throw error;
  });
  return told;
}

const AGAIN = 3000;
let looking = 0;

/** While nothing can be reached, see now and then whether it can be again. */
function lookAgain() {
  ask("GET", "lobby").catch(() => {
    looking = setTimeout(lookAgain, AGAIN);
  });
}
reached.subscribe((now) => {
  clearTimeout(looking);
  if (!now) looking = setTimeout(lookAgain, AGAIN);
});
