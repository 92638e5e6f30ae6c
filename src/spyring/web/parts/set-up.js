// How a game is set up: how many seats, its options with a line about each, and the times.

import { ask } from "/api.js";
import { html, useState } from "/dom.js";
import { useManifest } from "/games.js";
import { Dialog } from "/parts/frame.js";
import { canShare } from "/parts/round.js";
import { t } from "/texts.js";

/** @typedef {{seats: number, options: Record<string, string>, clock: string, bot_pace: string, beat: string}} Chosen */
/** @typedef {import("/games.js").Manifest} Manifest */

/**
 * The options that can be chosen, and mean something with what else is chosen.
 * @param {import("/wire.js").GameInfo} game @param {Record<string, string>} options @param {Manifest} manifest
 */
export const shown = (game, options, { offers = {} }) =>
  game.options.filter(
    ({ key, examples, where }) =>
      (examples.length > 1 || key in offers) &&
      Object.entries(where).every(
        ([key, value]) => (options[key] ?? game.options.find((one) => one.key === key)?.default) === value,
      ),
  );

/**
 * @param {{game: import("/wire.js").GameInfo, offer: import("/wire.js").About, manifest: Manifest, word: import("/texts.js").Translate, chosen: Chosen, set: (chosen: Chosen) => void}} props
 */
export function SetUp({ game, offer, manifest, word, chosen, set }) {
  // On the beat everybody has the same time, bots too.
  const pace = canShare(game, manifest, chosen.options)
    ? { name: /** @type {const} */ ("bot_pace"), values: offer.bot_paces }
    : { name: /** @type {const} */ ("beat"), values: offer.beats };
  return html`<${Choice} name="seats" label=${t("new.seats")} value=${String(chosen.seats)} set=${(/** @type {string} */ value) => set({ ...chosen, seats: Number(value) })}
      choices=${game.seats.map((one) => [String(one), String(one), ""])} narrow />
    ${shown(game, chosen.options, manifest).map(
      (option) => html`<${Choice} key=${`${game.key} ${option.key}`}
      name=${option.key} label=${line(word, `option.${option.key}`) || option.key} value=${chosen.options[option.key] ?? option.default}
      set=${(/** @type {string} */ value) => set({ ...chosen, options: { ...chosen.options, [option.key]: value } })}
      ...${described(word, option, manifest)} />`,
    )}
    <${Choice} name="clock" label=${t("new.clock")} value=${chosen.clock} set=${(/** @type {string} */ value) => set({ ...chosen, clock: value })}
      choices=${offer.clocks.map((one) => [one, t(`clock.${one}`), t(`clock.${one}.line`)])} />
    <${Choice} key=${pace.name} name=${pace.name} label=${t(`new.${pace.name}`)} value=${chosen[pace.name]} set=${(/** @type {string} */ value) => set({ ...chosen, [pace.name]: value })}
      choices=${pace.values.map((one) => [one, t(`${pace.name}.${one}`), t(`${pace.name}.${one}.line`)])} />`;
}

/** What of this is to be asked of the server: other games have other options. @param {import("/wire.js").GameInfo} game @param {Chosen} chosen @param {Manifest} manifest */
export function wished(game, { options, ...others }, manifest) {
  const keys = shown(game, options, manifest)
    .map(({ key }) => key)
    .filter((key) => key in options);
  return { ...others, options: Object.fromEntries(keys.map((key) => [key, options[key]])) };
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
    beat: info.beat,
  });
  const manifest = useManifest(info.game) ?? {};
  const [wrong, setWrong] = useState("");
  const change = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await ask("POST", `tables/${info.id}/set-up`, wished(game, chosen, manifest), ticket).then(
      close,
      (error) => setWrong(error.message),
    );
  };
  return html`<${Dialog} title=${t("room.options")} close=${close} wide>
    <form class="form" onSubmit=${change}>
      <${SetUp} game=${game} offer=${offer} manifest=${manifest} word=${word} chosen=${chosen} set=${set} />
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
 * @param {Manifest} manifest
 */
function described(word, option, { offers = {} }) {
  const values = offers[option.key] ?? option.examples;
  const text = (/** @type {string} */ value) => line(word, `option.${option.key}.${value}`);
  const switches = values.every((value) => value === "on" || value === "off");
  return {
    tall: !switches,
    choices: values.map((value) =>
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
