// What one can do about the film: skip to the present, see the last scenes again.
import { html } from "/dom.js";
import { useKeys } from "/kit/keys.js";
import { Icon } from "/parts/icons.js";
import { t } from "/texts.js";

/** @typedef {import("/director.js").Director} Director */

const PRESSED_BY_SPACE = "button, a, summary, select, [role=button]";

/** Whether a tap was meant for the picture, and not for something in it. @param {MouseEvent} event */
const isBare = ({ target }) =>
  target instanceof Element && !target.closest("button, a, input, label, select, summary, [role=button]");

/** A tap on the picture skips. @param {Director} film @param {MouseEvent} event */
export function skipByTap(film, event) {
  if (film.behind.value && !film.looking.value && isBare(event)) film.skip();
}

/** Space skips; comma and full stop, or the brackets, step back and on. @param {Director} film */
export function useFilmKeys(film) {
  const back = () => film.past.length > 0 && film.look(1);
  const on = () => film.looking.value > 0 && film.look(-1);
  useKeys({
    " ": () => {
      if (!film.behind.value || document.activeElement?.matches(PRESSED_BY_SPACE)) return false;
      film.skip();
    },
    ",": back,
    ".": on,
    "[": back,
    "]": on,
  });
}

/**
 * @param {{film: Director, over: boolean, live?: boolean}} props
 */
export function FilmTools({ film, over, live = false }) {
  const { looking, behind, past, link } = film;
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ icon,
    /** @type {() => void} */ press,
    off = false,
  ) =>
    html`<button key=${name} class="plain round" aria-label=${t(`film.${name}`)} title=${t(`film.${name}`)} disabled=${off} onClick=${press}><${Icon} name=${icon} /></button>`;
  if (over || live) return null;
  if (looking.value)
    return html`<span class="film" role="group" aria-label=${t("film")}>
      ${button("back", "back", () => film.look(1), looking.value >= past.length)}${button("on", "on", () => film.look(-1))}${button("now", "skip", () => film.now())}</span>`;
  const paused = link.paused.value;
  const pauses = link.isAlone() && link.info.value?.clock === "off";
  return html`<span class="film" role="group" aria-label=${t("film")}>
    ${pauses ? button(paused ? "resume" : "pause", paused ? "play" : "pause", () => link.pause(!paused)) : null}
    ${behind.value ? button("now", "skip", () => film.skip()) : button("back", "back", () => film.look(1), past.length === 0)}</span>`;
}
