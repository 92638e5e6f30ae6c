// One's secret is dealt: its back first, a tap turns it, and nothing goes on before one has seen it.

import { visit } from "/device.js";
import { html, useEffect, useRef, useState } from "/dom.js";
import { Mark } from "/parts/mark.js";
import { t } from "/texts.js";

/**
 * @param {{film: import("/director.js").Director, board: import("/games.js").Board, seat: number, words: import("/texts.js").Translate, names: string[]}} props
 */
export function DealCeremony({ film, board, seat, words, names }) {
  const [turned, setTurned] = useState(false);
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const next = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    place.current?.showModal();
    return () => before?.focus?.();
  }, []);
  useEffect(() => next.current?.focus(), [turned]);
  // A key that is held down, and the second tap of two, are not meant for what has just come.
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" || event.repeat) event.preventDefault();
  };
  const press = (/** @type {() => void} */ what) => (/** @type {MouseEvent} */ event) => {
    if (event.detail < 2) what();
  };
  const again = Boolean(visit(film.link.table)?.dealt?.[seat]);
  const Deal = board.Deal;
  return html`<dialog ref=${place} class="dialog deal" aria-label=${t(again ? "deal.again" : "deal")} onKeyDown=${key}
    onCancel=${(/** @type {Event} */ event) => event.preventDefault()} onClose=${() => place.current?.showModal()}>
    <div class="dialog-inside">
      <h2 class="dialog-title">${t(again ? "deal.again" : "deal")}</h2>
      ${
        turned
          ? html`<div class="deal-front" id="deal-front">${Deal ? html`<${Deal} view=${film.deal.value?.view} told=${film.link.told.value} seat=${seat} t=${words} names=${names} />` : null}</div>
            <button ref=${next} class="strong big" aria-describedby="deal-front" onClick=${press(() => film.confirm())}>${t("deal.got")}</button>`
          : html`<button ref=${next} class="deal-back" onClick=${press(() => setTurned(true))}><${Mark} /><span>${t("deal.turn")}</span></button>`
      }
    </div>
  </dialog>`;
}
