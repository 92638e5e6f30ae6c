// Several people round one device: who they are, and where that makes sense.
import { html } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { t } from "/texts.js";

/** Set-ups in which everybody acts at the same moment: nobody could pass a device on. @type {Record<string, (options: Record<string, string>) => boolean>} */
const AT_ONCE = { wink: (options) => (options.eyes ?? "screen") === "screen" };

/**
 * @param {string} game
 * @param {Record<string, string>} options
 */
export function canShare(game, options) {
  return !AT_ONCE[game]?.(options);
}

/**
 * Names of people, one field each.
 * @param {{names: string[], most: number, set: (names: string[]) => void}} props
 */
export function People({ names, most, set }) {
  const change = (/** @type {number} */ place, /** @type {string} */ name) =>
    set(names.map((old, number) => (number === place ? name : old)));
  return html`<fieldset class="choice people"><legend>${t("round.names")}</legend>
    ${names.map(
      (name, number) => html`<div class="people-row" key=${number}>
      <input value=${name} maxlength="24" autocomplete="off" aria-label=${t("round.name", { number: number + 1 })} placeholder=${`${t("guest")} ${number + 1}`}
        onInput=${(/** @type {any} */ event) => change(number, event.target.value)} />
      ${
        names.length > 2
          ? html`<button type="button" class="plain round" aria-label=${t("round.less", { name: name || `${t("guest")} ${number + 1}` })}
        onClick=${() => set(names.filter((_, place) => place !== number))}><${Icon} name="close" /></button>`
          : null
      }</div>`,
    )}
    ${names.length < most ? html`<button type="button" onClick=${() => set([...names, ""])}><${Icon} name="plus" />${t("round.more")}</button>` : null}
    <p class="faint">${t("round.others")}</p>
  </fieldset>`;
}
