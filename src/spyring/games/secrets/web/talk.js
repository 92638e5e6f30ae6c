// The claims (S60): one menu, the same for every seat whatever it knows. What it says binds nobody.
import { html, useEffect, useRef, useState } from "/dom.js";
import { Emblem, Figure } from "./figures.js";
import { CARDS, SUITS, TEAMS } from "./palette.js";

/** @param {import("./types.js").Props} props */
export function Talk({ view, seat, names, t, act }) {
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState(/** @type {number | null} */ (null));
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (open) sheet.current?.querySelector("button")?.focus();
  }, [open]);
  if (seat === null || view.phase === "deal" || view.phase === "over") return null;

  const close = () => {
    setOpen(false);
    setAbout(null);
    opener.current?.focus();
  };
  const say = (/** @type {string} */ claim) => {
    act(`say ${claim}`);
    close();
  };
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const order = [...Array(view.seats).keys()].map((number) => (seat + number) % view.seats);
  return html`<div class="secrets-talk" onKeyDown=${escape}>
    <button type="button" ref=${opener} class="secrets-quiet-button" aria-expanded=${String(open)} onClick=${() => (open ? close() : setOpen(true))}>
      <svg viewBox="0 0 20 18" aria-hidden="true"><path d="M2 1h16v11H9l-5 5v-5H2z" fill="currentColor" /></svg>${t("say")}
    </button>
    ${open && html`<div class="secrets-sheet" ref=${sheet} role="group" aria-label=${t("say")}>
      <p class="secrets-small">${t("say.hint")}</p>
      <div class="secrets-row">
        ${["trust", "take", "refuse"].map((kind) => html`<button type="button" class="secrets-word" onClick=${() => say(kind)}>${t(`claim.${kind}`)}</button>`)}
      </div>
      <h4>${t("say.card")}</h4>
      <div class="secrets-figures">
        ${CARDS.map((card) => html`<button type="button" class="secrets-word secrets-figure" onClick=${() => say(`card ${card}`)}>
          <svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" fill=${SUITS[card].field} /><${Figure} card=${card} /></svg>
          <span>${t(`card.${card}`)}</span></button>`)}
      </div>
      <h4>${t("say.about")}</h4>
      <div class="secrets-row">
        ${order.map((one) => html`<button type="button" class="secrets-word" aria-pressed=${String(about === one)} onClick=${() => setAbout(about === one ? null : one)}>${one === seat ? t("me") : names[one]}</button>`)}
      </div>
      ${about !== null && html`<div class="secrets-row">
        ${TEAMS.map((team) => html`<button type="button" class="secrets-word" onClick=${() => say(`team ${about} ${team}`)}>
          <svg class="secrets-emblem" viewBox="0 0 16 16" aria-hidden="true"><${Emblem} team=${team} fill="currentColor" /></svg>
          ${about === seat ? t("claim.me", { team: t(team) }) : t("claim.team", { name: names[about], team: t(team) })}</button>`)}
        <button type="button" class="secrets-word" onClick=${() => say(`doubt ${about}`)}>${t("claim.doubt", { name: names[about] })}</button>
      </div>`}
    </div>`}
  </div>`;
}
