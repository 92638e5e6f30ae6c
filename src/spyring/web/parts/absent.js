// Whom the table waits for without a clock, and who has long been gone: others may ask for a bot.

import { ask, now } from "/api.js";
import { html, useEffect, useState } from "/dom.js";
import { tell } from "/parts/frame.js";
import { t } from "/texts.js";

const LATER = 2; // seconds: as far as a device's time may be off before anybody notices

/**
 * @param {{info: import("/wire.js").TableInfo, names: string[], waiting: number[], ticket: string}} props
 */
export function Absent({ info, names, waiting, ticket }) {
  const [looked, look] = useState(0);
  const absent = waiting.map((seat) => ({ seat, from: (info.seats[seat].stand_in ?? Infinity) + LATER }));
  const next = Math.min(...absent.map(({ from }) => from).filter((from) => from > now()));
  useEffect(() => {
    if (next === Infinity) return undefined;
    const timer = setTimeout(() => look(looked + 1), (next - now()) * 1000);
    return () => clearTimeout(timer);
  }, [next, looked]); // a timer may be early by a hair: then once more
  const stand = (/** @type {number} */ seat) =>
    ask("POST", `tables/${info.id}/seats/${seat}/stand-in`, {}, ticket).catch((error) => tell(error.message));
  return absent
    .filter(({ from }) => from <= now())
    .map(
      ({
        seat,
      }) => html`<div class="notice" role="status" key=${seat}><p>${t("absent", { name: names[seat] })}</p>
    <button onClick=${() => stand(seat)}>${t("absent.bot")}</button></div>`,
    );
}
