// Laying a table: which game, how it is played, and who may come.

import { ask } from "/api.js";
import { freshId, myName, remember } from "/device.js";
import { html, useState } from "/dom.js";
import { Dialog, go } from "/parts/frame.js";
import { canShare, People } from "/parts/round.js";
import { Choice, line, SetUp, wished } from "/parts/set-up.js";
import { t } from "/texts.js";

/**
 * @param {{offer: import("/wire.js").About, words: Record<string, import("/texts.js").Translate>, manifests: Record<string, import("/games.js").Manifest>, first: string, close: () => void}} props
 */
export function NewTable({ offer, words, manifests, first, close }) {
  const [key, setKey] = useState(first);
  const game = offer.games.find((one) => one.key === key) ?? offer.games[0];
  const [setUp, choose] = useState(
    /** @type {{seats: number | null, options: Record<string, string>, clock: string | null, bot_pace: string | null, beat: string}} */ ({
      seats: null,
      options: {},
      clock: null,
      bot_pace: null,
      beat: "0.8",
    }),
  );
  const { seats, options } = setUp;
  const [name, setName] = useState(myName.value);
  const [open, setOpen] = useState({ listed: false, talk: true, watch: true });
  const [shared, setShared] = useState(false);
  const [people, setPeople] = useState([myName.value, ""]);
  const [wrong, setWrong] = useState("");
  const many =
    seats !== null && game.seats.includes(seats)
      ? seats
      : game.seats[Math.floor((game.seats.length - 1) / 2)];
  const word = words[game.key];
  const manifest = manifests[game.key];
  const may = canShare(game, manifest, options);
  const chosen = {
    ...setUp,
    seats: many,
    clock: setUp.clock ?? manifest.clock ?? "off",
    bot_pace: setUp.bot_pace ?? manifest.bot_pace ?? "normal",
  };
  const round =
    shared && may
      ? people.slice(0, many).map((one, number) => one.trim() || `${t("guest")} ${number + 1}`)
      : null;

  const lay = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const twice = round?.find(
      (one, number) => round.findIndex((other) => other.toLowerCase() === one.toLowerCase()) !== number,
    );
    if (twice) return setWrong(t("error.name-taken", { name: twice }));
    try {
      if (!round) myName.value = name.trim();
      /** @type {import("/wire.js").Hosted} */
      const made = await ask("POST", "tables", {
        game: game.key,
        listed: open.listed,
        talk: open.talk,
        watch: open.watch ? "link" : "nobody",
        ...wished(game, chosen, manifest),
      });
      const { id, code } = made.table;
      const sitDown = async (/** @type {string} */ called) =>
        (await ask("POST", `tables/${id}/seats`, { name: called, contribution: freshId() })).ticket;
      if (round) {
        const tickets = [];
        for (const one of round) tickets.push({ name: one, ticket: await sitDown(one) });
        remember({ id, code, game: game.key, host: made.host, ticket: tickets[0].ticket, round: tickets });
      } else
        remember({
          id,
          code,
          game: game.key,
          host: made.host,
          ticket: await sitDown(name.trim() || t("guest")),
        });
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
      <${SetUp} game=${game} offer=${offer} manifest=${manifest} word=${word} chosen=${chosen}
        set=${(/** @type {import("/parts/set-up.js").Chosen} */ fresh) => choose(changed(setUp, chosen, fresh))} />
      <fieldset class="choice"><legend>${t("new.who")}</legend>
        ${
          /** @type {const} */ (["listed", "talk", "watch"]).map(
            (one) => html`<label class="tick" key=${one}>
          <input type="checkbox" checked=${open[one]} onChange=${(/** @type {any} */ event) => setOpen({ ...open, [one]: event.target.checked })} />
          <span>${t(`new.${one}`)}</span></label>`,
          )
        }
      </fieldset>
      <${Choice} name="where" label=${t("round.where")} value=${shared && may ? "one" : "own"} set=${(/** @type {string} */ value) => setShared(value === "one")}
        choices=${[["own", t("round.own"), may ? "" : line(word, "round.not")], ...(may ? [["one", t("round.one"), t("round.one.line")]] : [])]} />
      ${
        round
          ? html`<${People} names=${people.slice(0, many)} most=${many} set=${setPeople} />`
          : html`<label class="field">${t("name")}
        <input value=${name} maxlength="24" autocomplete="nickname" placeholder=${t("guest")} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>`
      }
      <div class="form-foot">${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
        <button class="strong big">${t("new.go")}</button></div>
    </form>
  <//>`;
}

/**
 * Only what was chosen stays chosen when another game has other values to begin with.
 * @template {object} T
 * @param {T} kept @param {object} before @param {Record<string, any>} fresh
 * @returns {T}
 */
function changed(kept, before, fresh) {
  const other = Object.entries(fresh).filter(
    ([key, value]) => value !== /** @type {Record<string, any>} */ (before)[key],
  );
  return { ...kept, ...Object.fromEntries(other) };
}
