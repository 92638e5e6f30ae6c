// What was done, in words; and what people say.
import { html, useEffect, useRef, useState } from "/dom.js";
import { Ledger, Verdict } from "/parts/ledger.js";
import { SeatBadge } from "/parts/seats.js";
import { Trail } from "/parts/trail.js";
import { language, t } from "/texts.js";

/** Stay at the end unless the reader has gone back. @param {any[]} watched */
function useTail(watched) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const following = useRef(true);
  const reached = useRef(0);
  useEffect(() => {
    const box = place.current;
    if (box && following.current) box.scrollTop = box.scrollHeight;
  }, watched);
  const scrolled = () => {
    const box = place.current;
    if (!box) return;
    // What stands above may have grown since: only who went up has gone back.
    if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) following.current = true;
    else if (box.scrollTop < reached.current) following.current = false;
    reached.current = box.scrollTop;
  };
  return { place, scrolled };
}

const SHOWN = 120;

/** @typedef {{key: number, actor: number | "chance", text: string, trail?: any}} LogLine */

/** @param {{lines: LogLine[]}} props */
export function LogPanel({ lines }) {
  const [pages, setPages] = useState(1);
  const { place, scrolled } = useTail([lines.length]);
  const earlier = Math.max(0, lines.length - pages * SHOWN);
  return html`<ol class="log scroll" ref=${place} onScroll=${scrolled} tabindex="0" aria-label=${t("log")}>
    ${lines.length === 0 ? html`<li class="faint">${t("log.none")}</li>` : null}
    ${earlier ? html`<li key="earlier" class="log-earlier"><button class="plain" onClick=${() => setPages(pages + 3)}>${t("log.earlier", { count: earlier })}</button></li>` : null}
    ${lines.slice(earlier).map(
      ({
        key,
        actor,
        text,
        trail,
      }) => html`<li key=${key} class=${actor === "chance" ? "log-chance" : "log-seat"}>
      ${actor === "chance" ? html`<span class="log-dot" aria-hidden="true"></span>` : html`<${SeatBadge} seat=${actor} />`}<span>${text} <${Trail} of=${trail} /></span></li>`,
    )}
  </ol>`;
}

/**
 * @typedef {{seat: number, name: string, said: string, at: number | null, right?: boolean}} Said `right`: it has proved true, or false
 */

/**
 * All that was said, ready claims among it, in the reader's language.
 * @param {import("/link.js").Told[]} told
 * @param {number} shown how far the film has come: a claim is an act in it
 * @param {import("/games.js").Board} board
 * @param {import("/texts.js").Translate} words
 * @param {string[]} names
 * @param {import("/parts/ledger.js").Verdicts} verdicts
 * @returns {Said[]}
 */
export function withClaims(told, shown, board, words, names, verdicts) {
  let line = -1; // of the game
  return told.flatMap((one, number) => {
    if ("said" in one) return [/** @type {Said} */ (one)];
    if (!("actor" in one)) return [];
    line++;
    if (one.actor === "chance" || number >= shown || !one.text.startsWith("say ")) return [];
    const said = board.claim?.(one.text, one.actor, words, names) ?? one.text;
    return [{ seat: one.actor, name: names[one.actor], said, at: null, right: verdicts.get(line) }];
  });
}

/**
 * @param {{said: Said[], may: boolean, why: string,
 *   say: (text: string) => void, claims: import("/parts/claims.js").Claim[], claim: (text: string) => void}} props
 */
export function TalkPanel({ said, may, why, say, claims, claim }) {
  const [text, setText] = useState("");
  const [picked, setPicked] = useState(""); // said by the button: on a closed menu the arrow keys change it
  const { place, scrolled } = useTail([said.length]);
  const when = new Intl.DateTimeFormat(language.value, { timeStyle: "short" });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    say(text.trim());
    setText("");
  };
  return html`<div class="talk">
    <ol class="scroll" ref=${place} onScroll=${scrolled} tabindex="0" aria-label=${t("talk")}>
      ${said.length === 0 ? html`<li class="faint">${t("talk.none")}</li>` : null}
      ${said.map(
        (one, number) => html`<li key=${number} class="talk-line"><${SeatBadge} seat=${one.seat} />
        <div><b>${one.name}</b> ${one.at === null ? null : html`<time class="faint">${when.format(one.at * 1000)}</time>`} <${Verdict} right=${one.right} /><p>${one.said}</p></div></li>`,
      )}
    </ol>
    <${Ledger} said=${said} />
    ${
      claims.length && may
        ? html`<form class="talk-form" onSubmit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            if (picked) claim(picked);
            setPicked("");
            // The button has nothing to say any more: who plays by keys goes on from the menu.
            /** @type {HTMLFormElement} */ (event.currentTarget).querySelector("select")?.focus();
          }}>
          <select aria-label=${t("talk.claims")} value=${picked} onChange=${(/** @type {any} */ event) => setPicked(event.target.value)}>
            <option value="">${t("talk.claims")}</option>${[...new Set(claims.map(({ topic }) => topic))].map(
              (topic) =>
                html`<optgroup key=${topic} label=${t(`talk.about.${topic}`)}>${claims
                  .filter((one) => one.topic === topic)
                  .map(
                    (one) => html`<option key=${one.text} value=${one.text}>${one.label}</option>`,
                  )}</optgroup>`,
            )}</select>
          <button disabled=${!picked}>${t("talk.send")}</button></form>`
        : null
    }
    ${
      may
        ? html`<form class="talk-form" onSubmit=${send}><input aria-label=${t("talk.say")} placeholder=${t("talk.say")} value=${text} maxlength="300"
          autocomplete="off" onInput=${(/** @type {any} */ event) => setText(event.target.value)} /><button>${t("talk.send")}</button></form>`
        : html`<p class="faint">${why}</p>`
    }
  </div>`;
}
