// What has been proved of what people said, as far as this seat can know.

import { ask } from "/api.js";
import { html, useEffect, useState } from "/dom.js";
import { SeatBadge } from "/parts/seats.js";
import { t } from "/texts.js";

const PAUSE = 600; // ms: several things may happen at once

/** @typedef {Map<number, boolean>} Verdicts by the number of the line */

/**
 * @param {import("/link.js").Link} link
 * @param {boolean} on somebody wants to see it
 * @param {number} claims how many there are
 * @returns {Verdicts}
 */
export function useLedger(link, on, claims) {
  const [found, setFound] = useState(/** @type {Verdicts} */ (new Map()));
  const told = link.told.value.length;
  useEffect(() => {
    if (!on || !claims) return undefined;
    let gone = false;
    const timer = setTimeout(
      () =>
        ask("GET", `tables/${link.table}/ledger`, undefined, link.ticket)
          .then((/** @type {import("/wire.js").LedgerLine[]} */ lines) => {
            const proved = lines.flatMap(({ number, true: right }) =>
              right === null ? [] : [/** @type {[number, boolean]} */ ([number, right])],
            );
            if (!gone) setFound(new Map(proved));
          })
          .catch(() => undefined), // it is asked for again when something happens
      PAUSE,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [on, claims, told]);
  return found;
}

/** Who has kept their word, and who has not. @param {{said: import("/parts/talk.js").Said[]}} props */
export function Ledger({ said }) {
  const proved = said.filter(({ right }) => right !== undefined);
  if (proved.length === 0) return null;
  const seats = [...new Set(proved.map(({ seat }) => seat))].sort((one, other) => one - other);
  return html`<section class="ledger" aria-label=${t("ledger")}><h3>${t("ledger")}</h3><ul>${seats.map(
    (seat) => {
      const own = proved.filter((one) => one.seat === seat);
      const kept = own.filter(({ right }) => right).length;
      return html`<li key=${seat}><${SeatBadge} seat=${seat} /><span>${own[0].name}: ${t("ledger.count", { kept, broken: own.length - kept })}</span></li>`;
    },
  )}</ul></section>`;
}

/** @param {{right: boolean | undefined, believed?: boolean}} props `believed`: it was a lie, and it worked */
export const Verdict = ({ right, believed = false }) =>
  right === undefined
    ? null
    : html`<span class=${`tag ${right ? "" : "replay-lie"}`}>${t(right ? "replay.right" : believed ? "replay.believed" : "replay.wrong")}</span>`;
