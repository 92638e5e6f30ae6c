// Several people round one device: who they are, and where that makes sense.
import { html } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { t } from "/texts.js";

/**
 * Whether a device can go round: not where everybody acts at the same moment.
 * @param {import("/wire.js").GameInfo} game
 * @param {import("/games.js").Manifest} manifest
 * @param {Record<string, string>} options as far as they were chosen
 */
export function canShare(game, { at_once }, options) {
  if (!at_once) return true;
  return game.options.some(
    ({ key, default: usual }) => key in at_once && (options[key] ?? usual) !== at_once[key],
  );
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
