// Text for screen readers that is said as it comes; what is only there to be read has the class `unseen`.
import { html, useRef, useState } from "/dom.js";

const KEPT = 4; // lines

/** Lines to be said: `tell` adds some, `Heard` says them. */
export function useHeard() {
  const [lines, setLines] = useState(/** @type {{id: number, text: string}[]} */ ([]));
  const count = useRef(0);
  const tell = (/** @type {string[]} */ texts) => {
    if (texts.length === 0) return;
    const fresh = texts.map((text) => ({ id: ++count.current, text }));
    setLines((old) => [...old, ...fresh].slice(-KEPT));
  };
  return { lines, tell };
}

/** @param {{lines: {id: number, text: string}[]}} props */
export const Heard = ({ lines }) =>
  html`<div class="unseen" role="log" aria-live="polite">${lines.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}</div>`;
