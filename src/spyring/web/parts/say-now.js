// What fits to be said now: ready claims beside what is decided, one tap each.
import { html, useLayoutEffect, useRef, useState } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { t } from "/texts.js";

/** @typedef {{text: string, label: string}} Fitting */

/**
 * The claims that a game finds fitting, in words. They may tell what the seat has seen, so they are covered with its secrets.
 * @param {import("/games.js").Board} board @param {import("/games.js").View} view @param {number | null} seat
 * @param {import("/texts.js").Translate} words @param {string[]} names @returns {Fitting[]}
 */
export function fittingNow(board, view, seat, words, names) {
  if (seat === null || !view || view.active === null) return [];
  return (board.fitting?.(view, seat) ?? []).map((text) => ({
    text,
    label: board.claim?.(text, seat, words, names) ?? text,
  }));
}

/** What has been said is not said twice while it is the same that fits. @param {Fitting[]} claims */
function useSaid(claims) {
  const fits = claims.map(({ text }) => text).join();
  const [said, setSaid] = useState({ fits, texts: /** @type {string[]} */ ([]) });
  const texts = said.fits === fits ? said.texts : [];
  return { texts, add: (/** @type {string} */ text) => setSaid({ fits, texts: [...texts, text] }) };
}

/**
 * Beside the log where there is room; behind a button of the bar where there is none.
 * @param {{claims: Fitting[], claim: (text: string) => void, folds?: boolean}} props
 */
export function SayNow({ claims, claim, folds = false }) {
  const said = useSaid(claims);
  const [open, setOpen] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  // Before anything is painted: whoever sees the claims can leave them.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const leave = (/** @type {Event} */ event) => {
      const away = event instanceof KeyboardEvent ? event.key === "Escape" : !isInside(place.current, event);
      if (away) setOpen(false);
    };
    addEventListener("pointerdown", leave);
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("keydown", leave);
    };
  }, [open]);
  if (claims.length === 0) return null;
  const chips = html`<div class="say-chips" role="group" aria-label=${t("say.now")}>${claims.map(
    ({ text, label }) =>
      html`<button key=${text} class="say-chip" disabled=${said.texts.includes(text)} onClick=${() => {
        said.add(text);
        claim(text);
        setOpen(false);
      }}>${label}</button>`,
  )}</div>`;
  if (!folds)
    return html`<div class="say-now"><p aria-hidden="true"><${Icon} name="talk" />${t("say.now")}</p>${chips}</div>`;
  return html`<div class="say-folded" ref=${place}>
    <button class="plain round" aria-label=${t("say.now")} title=${t("say.now")} aria-expanded=${open} onClick=${() => setOpen(!open)}><${Icon} name="talk" /></button>
    ${open ? chips : null}</div>`;
}

/** @param {HTMLElement | null} place @param {Event} event */
const isInside = (place, { target }) => target instanceof Node && Boolean(place?.contains(target));
