// Who sits where.
import { html } from "/dom.js";
import { Clock } from "/parts/clock.js";
import { Icon } from "/parts/icons.js";
import { t } from "/texts.js";

// Bots have names of their own; a tag says what they are.
export const BOT_NAMES = ["Vera", "Anton", "Olga", "Theo", "Nina", "Hugo", "Iris", "Leo"];

/**
 * The names of all seats.
 * @param {import("/wire.js").TableInfo} info
 * @returns {string[]}
 */
export function namesOf(info) {
  const people = info.seats.map((seat) => seat.name.toLowerCase());
  return info.seats.map((seat, number) => {
    if (seat.name) return seat.name;
    if (!seat.taken) return t("seat.number", { number: number + 1 });
    const name = BOT_NAMES[number % BOT_NAMES.length];
    return people.includes(name.toLowerCase()) ? `${name} II` : name;
  });
}

/** A seat has a number and a shape. @param {{seat: number}} props */
export function SeatBadge({ seat }) {
  return html`<span class=${`badge badge-${seat}`} aria-hidden="true">${seat + 1}</span>`;
}

/** Whether somebody sits there who is not here, and no bot plays. @param {import("/wire.js").SeatInfo} seat */
export function isGone(seat) {
  return seat.taken && !seat.bot && !seat.away && !seat.here;
}

/** Its strength and its temper: `hard:200ms/gambler`. @param {string} bot */
function botName(bot) {
  const [strength, temper] = bot.split("/");
  const name = t(`bot.${strength.split(":")[0]}`);
  return temper ? `${name} · ${t(`temper.${temper}`)}` : name;
}

/** What is to be said about a seat besides its name. @param {{seat: import("/wire.js").SeatInfo, short?: boolean}} props */
export function SeatTags({ seat, short = false }) {
  const bot = seat.bot ? botName(seat.bot) : seat.away ? t("seat.away") : "";
  const tags = /** @type {const} */ ([
    ["bot", bot],
    ["gone", isGone(seat) ? t("seat.gone") : ""],
    ["mute", seat.muted ? t("seat.muted") : ""],
  ]);
  return html`<span class="tags">${tags
    .filter(([, text]) => text)
    .map(
      ([icon, text]) => html`<span class="tag" key=${icon} title=${text}>
    <${Icon} name=${icon} /><span class=${short ? "unseen" : ""}>${text}</span></span>`,
    )}</span>`;
}

/** How many look on, while anybody does. @param {{info: import("/wire.js").TableInfo}} props */
export function Onlookers({ info }) {
  const text = t("onlookers", { count: info.onlookers });
  return info.onlookers
    ? html`<span class="onlookers" title=${text}><${Icon} name="eye" /><span class="onlookers-words">${text}</span><span class="onlookers-number" aria-hidden="true">${info.onlookers}</span></span>`
    : null;
}

/** Says that a seat is the reader's own. */
export function IsYou() {
  return html` <span class="faint">${t("seat.you")}</span>`;
}

/**
 * Whose turn it is: whom the table waits for, or while time goes by whoever is active.
 * @param {import("/wire.js").Heading} view @returns {number[]}
 */
export function onTurn(view) {
  if (view.waiting.length > 0) return view.waiting;
  return view.active === null ? [] : [view.active];
}

/**
 * The strip of all seats: who is there, whose turn it is and how long it may take.
 * @param {{info: import("/wire.js").TableInfo, names: string[], seat: number | null, turn: number[], deadlines: (number | null)[] | null, winners: number[]}} props
 */
export function Seats({ info, names, seat, turn: acting, deadlines, winners }) {
  return html`<ol class="seats" aria-label=${t("room.seats")}>${info.seats.map((one, number) => {
    const turn = acting.includes(number);
    return html`<li key=${number} class=${`seat ${turn ? "seat-turn" : ""} ${number === seat ? "seat-me" : ""}`}>
      <${SeatBadge} seat=${number} />
      <span class="seat-name">${names[number]}${number === seat ? html`<${IsYou} />` : null}${turn ? html`<span class="unseen"> ${t("seat.turn")}</span>` : null}
        ${winners.includes(number) ? html`<span class="won">${t("won")}</span>` : null}</span>
      <${SeatTags} seat=${one} short />
      ${deadlines?.[number] ? html`<${Clock} until=${deadlines[number]} />` : null}</li>`;
  })}</ol>`;
}
