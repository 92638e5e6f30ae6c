// What a line of the log did, as a small picture beside its words.
import { html } from "/dom.js";

/** @param {{of: any}} props what the board's `trail` gave */
export function Trail({ of }) {
  return of ? html`<span class="trail" aria-hidden="true">${of}</span>` : null;
}
