// How a game is set up: how many seats, its options with a line about each, and the times.

import { ask } from "/api.js";
import { html, useState } from "/dom.js";
import { Dialog } from "/parts/frame.js";
import { t } from "/texts.js";

/** @typedef {{seats: number, options: Record<string, string>, clock: string, bot_pace: string}} Chosen */

/**
 * The options that can be chosen, and mean something with what else is chosen.
 * @param {import("/wire.js").GameInfo} game @param {Record<string, string>} options
 */
export const shown = (game, options) =>
  game.options.filter(
    ({ examples, where }) =>
      examples.length > 1 &&
      Object.entries(where).every(
        ([key, value]) => (options[key] ?? game.options.find((one) => one.key === key)?.default) === value,
      ),
  );

/**
 * @param {{game: import("/wire.js").GameInfo, clocks: string[], paces: string[], word: import("/texts.js").Translate, chosen: Chosen, set: (chosen: Chosen) => void}} props
 */
export function SetUp({ game, clocks, paces, word, chosen, set }) {
  return html`<${Choice} name="seats" label=${t("new.seats")} value=${String(chosen.seats)} set=${(/** @type {string} */ value) => set({ ...chosen, seats: Number(value) })}
      choices=${game.seats.map((one) => [String(one), String(one), ""])} narrow />
    ${shown(game, chosen.options).map(
      (option) => html`<${Choice} key=${`${game.key} ${option.key}`}
      name=${option.key} label=${line(word, `option.${option.key}`) || option.key} value=${chosen.options[option.key] ?? option.default}
      set=${(/** @type {string} */ value) => set({ ...chosen, options: { ...chosen.options, [option.key]: value } })}
      ...${described(word, option)} />`,
    )}
    <${Choice} name="clock" label=${t("new.clock")} value=${chosen.clock} set=${(/** @type {string} */ value) => set({ ...chosen, clock: value })}
      choices=${clocks.map((one) => [one, t(`clock.${one}`), t(`clock.${one}.line`)])} />
    <${Choice} name="bot_pace" label=${t("new.bot_pace")} value=${chosen.bot_pace} set=${(/** @type {string} */ value) => set({ ...chosen, bot_pace: value })}
      choices=${paces.map((one) => [one, t(`bot_pace.${one}`), t(`bot_pace.${one}.line`)])} />`;
}

/** What of this is to be asked of the server: other games have other options. @param {import("/wire.js").GameInfo} game @param {Chosen} chosen */
export function wished(game, { seats, options, clock, bot_pace }) {
  const keys = shown(game, options)
    .map(({ key }) => key)
    .filter((key) => key in options);
  return { seats, clock, bot_pace, options: Object.fromEntries(keys.map((key) => [key, options[key]])) };
}

/**
 * The host changes how a table is set up, until the game begins.
 * @param {{info: import("/wire.js").TableInfo, offer: import("/wire.js").About, word: import("/texts.js").Translate, ticket: string, close: () => void}} props
 */
export function ChangeTable({ info, offer, word, ticket, close }) {
  const game = offer.games.find((one) => one.key === info.game) ?? offer.games[0];
  const [chosen, set] = useState({
    seats: info.seats.length,
    options: info.options,
    clock: info.clock,
    bot_pace: info.bot_pace,
  });
  const [wrong, setWrong] = useState("");
  const change = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await ask("POST", `tables/${info.id}/set-up`, wished(game, chosen), ticket).then(close, (error) =>
      setWrong(error.message),
    );
  };
  return html`<${Dialog} title=${t("room.options")} close=${close} wide>
    <form class="form" onSubmit=${change}>
      <${SetUp} game=${game} clocks=${offer.clocks} paces=${offer.bot_paces} word=${word} chosen=${chosen} set=${set} />
      <div class="form-foot">${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
        <button class="strong big">${t("room.change.go")}</button></div>
    </form>
  <//>`;
}

/** @param {import("/texts.js").Translate} word @param {string} key the game's text, or nothing */
export function line(word, key) {
  const text = word(key);
  return text === key ? "" : text;
}

/**
 * On and off are two words and a line about the one that is chosen; anything else is known by its line.
 * @param {import("/texts.js").Translate} word
 * @param {import("/wire.js").OptionInfo} option
 */
function described(word, option) {
  const text = (/** @type {string} */ value) => line(word, `option.${option.key}.${value}`);
  const switches = option.examples.every((value) => value === "on" || value === "off");
  return {
    tall: !switches,
    choices: option.examples.map((value) =>
      switches ? [value, t(`new.${value}`), text(value)] : [value, text(value) || value, ""],
    ),
  };
}

/**
 * One of a few, each with a line.
 * @param {any} props
 */
export function Choice({ name, label, value, choices, set, narrow = false, tall = false }) {
  const chosen = choices.find((/** @type {string[]} */ [key]) => key === value);
  return html`<fieldset class=${`choice ${narrow ? "choice-narrow" : ""} ${tall ? "choice-tall" : ""}`}><legend>${label}</legend>
    <div class="choice-row">${choices.map(
      (/** @type {string[]} */ [key, title]) => html`<label key=${key} class="pick">
      <input type="radio" name=${name} value=${key} checked=${key === value} onChange=${() => set(key)} /><span>${title}</span></label>`,
    )}</div>
    ${chosen?.[2] ? html`<p class="faint">${chosen[2]}</p>` : null}
  </fieldset>`;
}
