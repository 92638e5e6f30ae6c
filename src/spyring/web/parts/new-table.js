// Laying a table: which game, how many seats, and its options with a line about each.
import { html, useState } from "/dom.js";
import { ask } from "/api.js";
import { freshId, myName, remember } from "/device.js";
import { t } from "/texts.js";
import { Dialog, go } from "/parts/frame.js";
import { People, canShare } from "/parts/round.js";

/**
 * @param {{offer: import("/api.js").About, words: Record<string, import("/texts.js").Translate>, first: string, close: () => void}} props
 */
export function NewTable({ offer, words, first, close }) {
  const [key, setKey] = useState(first);
  const game = offer.games.find((one) => one.key === key) ?? offer.games[0];
  const [seats, setSeats] = useState(/** @type {number | null} */ (null));
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [name, setName] = useState(myName.value);
  const [clock, setClock] = useState("off");
  const [open, setOpen] = useState({ listed: false, talk: true, watch: true });
  const [shared, setShared] = useState(false);
  const [people, setPeople] = useState([myName.value, ""]);
  const [wrong, setWrong] = useState("");
  const many = seats !== null && game.seats.includes(seats) ? seats : game.seats[Math.floor((game.seats.length - 1) / 2)];
  const word = words[game.key];
  const may = canShare(game.key, options);
  const round = shared && may ? people.slice(0, many).map((one, number) => one.trim() || `${t("guest")} ${number + 1}`) : null;

  const lay = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const twice = round?.find((one, number) => round.findIndex((other) => other.toLowerCase() === one.toLowerCase()) !== number);
    if (twice) return setWrong(t("error.name-taken", { name: twice }));
    try {
      if (!round) myName.value = name.trim();
      const made = await ask("POST", "tables", {
        game: game.key, seats: many, clock, listed: open.listed, talk: open.talk, watch: open.watch ? "link" : "nobody",
        options: Object.fromEntries(Object.entries(options).filter(([option]) => game.options.some((one) => one.key === option))),
      });
      const { id, code } = made.table;
      const sitDown = async (/** @type {string} */ called) => (await ask("POST", `tables/${id}/seats`, { name: called, contribution: freshId() })).ticket;
      if (round) {
        const tickets = [];
        for (const one of round) tickets.push({ name: one, ticket: await sitDown(one) });
        remember({ id, code, game: game.key, host: made.host, ticket: tickets[0].ticket, round: tickets });
      } else remember({ id, code, game: game.key, host: made.host, ticket: await sitDown(name.trim() || t("guest")) });
      close();
      go(`/t/${id}`);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };

  return html`<${Dialog} title=${t("new.title")} close=${close} wide>
    <form class="form" onSubmit=${lay}>
      <${Choice} name="game" label=${t("new.game")} value=${game.key} set=${setKey}
        choices=${offer.games.map((one) => [one.key, words[one.key]("title"), one.key === game.key ? line(word, "about") : ""])} />
      <${Choice} name="seats" label=${t("new.seats")} value=${String(many)} set=${(/** @type {string} */ value) => setSeats(Number(value))}
        choices=${game.seats.map((one) => [String(one), String(one), ""])} narrow />
      ${game.options.filter((option) => option.examples.length > 1).map((option) => html`<${Choice} key=${`${game.key} ${option.key}`}
        name=${option.key} label=${line(word, `option.${option.key}`) || option.key} value=${options[option.key] ?? option.default}
        set=${(/** @type {string} */ value) => setOptions({ ...options, [option.key]: value })}
        ...${described(word, option)} />`)}
      <${Choice} name="clock" label=${t("new.clock")} value=${clock} set=${setClock}
        choices=${offer.clocks.map((one) => [one, t(`clock.${one}`), t(`clock.${one}.line`)])} />
      <fieldset class="choice"><legend>${t("new.who")}</legend>
        ${/** @type {const} */ (["listed", "talk", "watch"]).map((one) => html`<label class="tick" key=${one}>
          <input type="checkbox" checked=${open[one]} onChange=${(/** @type {any} */ event) => setOpen({ ...open, [one]: event.target.checked })} />
          <span>${t(`new.${one}`)}</span></label>`)}
      </fieldset>
      <${Choice} name="where" label=${t("round.where")} value=${shared && may ? "one" : "own"} set=${(/** @type {string} */ value) => setShared(value === "one")}
        choices=${[["own", t("round.own"), may ? "" : t("round.not")], ...(may ? [["one", t("round.one"), t("round.one.line")]] : [])]} />
      ${round ? html`<${People} names=${people.slice(0, many)} most=${many} set=${setPeople} />` : html`<label class="field">${t("name")}
        <input value=${name} maxlength="24" autocomplete="nickname" placeholder=${t("guest")} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>`}
      <div class="form-foot">${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
        <button class="strong big">${t("new.go")}</button></div>
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
 * @param {import("/api.js").OptionInfo} option
 */
function described(word, option) {
  const text = (/** @type {string} */ value) => line(word, `option.${option.key}.${value}`);
  const switches = option.examples.every((value) => value === "on" || value === "off");
  return {
    tall: !switches,
    choices: option.examples.map((value) => (switches ? [value, t(`new.${value}`), text(value)] : [value, text(value) || value, ""])),
  };
}

/**
 * One of a few, each with a line.
 * @param {any} props
 */
function Choice({ name, label, value, choices, set, narrow = false, tall = false }) {
  const chosen = choices.find((/** @type {string[]} */ [key]) => key === value);
  return html`<fieldset class=${`choice ${narrow ? "choice-narrow" : ""} ${tall ? "choice-tall" : ""}`}><legend>${label}</legend>
    <div class="choice-row">${choices.map((/** @type {string[]} */ [key, title]) => html`<label key=${key} class="pick">
      <input type="radio" name=${name} value=${key} checked=${key === value} onChange=${() => set(key)} /><span>${title}</span></label>`)}</div>
    ${chosen?.[2] ? html`<p class="faint">${chosen[2]}</p>` : null}
  </fieldset>`;
}
