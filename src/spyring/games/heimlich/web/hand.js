// Cards: my agent card and my hand, their backs, and the face of a Top Secret card.
import { classes, html, useEffect, useRef, useState } from "/dom.js";
import { goAmong } from "/kit/keys.js";
import { playable } from "./choice.js";
import { Figure, Mark } from "./figures.js";
import { TopSecretPicture } from "./pictures.js";
import { AGENT } from "./ring.js";
import { targetsText } from "./words.js";

/** A seat as the whole house marks it: a number and a shape in ink and brass, never in an agent's colour. @param {{seat: number}} props */
export const SeatNumber = ({ seat }) =>
  html`<b class=${`badge badge-${seat} heimlich-seat-number`} aria-hidden="true">${seat + 1}</b>`;

/** A back with a hatched corner: something secret. @param {{small?: boolean, agent?: boolean, label?: string}} props */
export const Back = ({ small = false, agent = false, label }) => html`
  <svg class=${classes("heimlich-back", small && "heimlich-back-small", agent && "heimlich-back-agent")} viewBox="0 0 60 84"
    role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}>
    <rect x="1.500" y="1.500" width="57" height="81" rx="7" fill="#39406b" stroke="currentColor" stroke-width="2" />
    <g transform="translate(28 48)">${agent ? html`<path fill="#c8993a" d="M-16 20 L-12 -8 Q-10 -14 -5 -15 L5 -15 Q10 -14 12 -8 L16 20 Z M-15 -25 Q0 -21 15 -25 L9 -28 L8 -37 Q0 -42 -8 -37 L-9 -28 Z" />` : html`<${Mark} radius=${14} />`}</g>
    <path d="M34 2 L58 26 M42 2 L58 18 M50 2 L58 10" stroke="#f4ecdc" stroke-width="3" />
  </svg>`;

/** @param {{agent: string}} props */
export const AgentPicture = ({ agent }) => html`
  <svg viewBox="-50 -84 100 100" aria-hidden="true"><rect x="-50" y="-84" width="100" height="100" fill="#39406b" /><circle cx="14" cy="-52" r="30" fill=${AGENT[agent].colour} opacity="0.35" />
    <g transform="translate(0 10) scale(1.18)"><${Figure} agent=${agent} /></g></svg>`;

/** My agent card: mine alone, so its edge is brass; what I want of it, where there is room. @param {{agent: string | null, open: boolean, goal: boolean, t: import("./words.js").Say}} props */
export function Secret({ agent, open, goal, t }) {
  if (!agent) return null;
  const { name } = AGENT[agent];
  return html`<section class="heimlich-secret" aria-label=${t("mine.agent")}>
    <h2>${t("mine.agent")}</h2>
    ${
      open
        ? html`<div class="heimlich-card heimlich-agent-card">
          <${AgentPicture} agent=${agent} />
          <strong>${name}</strong><span>${t(`colour.${agent}`)}</span>
        </div>`
        : html`<${Back} agent label=${t("mine.covered")} />`
    }
    ${open && goal && html`<p class="heimlich-note">${t("mine.goal", { agent: name })}</p>`}
  </section>`;
}

/**
 * My Top Secret cards; those that can be played now are buttons that can be pressed, the others say why not.
 * @param {{view: import("./types.js").View, hand: string[], legal: string[], open: boolean, chosen: string | null, t: import("./words.js").Say, onChoose: (card: string) => void,
 *   onDiscard?: () => void}} props
 */
export function Hand({ view, hand, legal, open, chosen, t, onChoose, onDiscard }) {
  const fitting = playable(legal);
  const [asked, setAsked] = useState(/** @type {import("./types.js").View | null} */ (null));
  const press = (/** @type {string} */ card) => {
    if (fitting.includes(card)) onChoose(card);
    else setAsked(view);
  };
  const why = view.phase !== "cards" ? "hand.later" : legal.length === 0 ? "hand.wait" : "hand.no-use";
  return html`<section class="heimlich-hand" aria-label=${t("mine.hand")}>
    <div class="heimlich-hand-head"><h2>${t("mine.hand")}</h2>
      ${onDiscard && html`<button type="button" class="heimlich-look" onClick=${onDiscard}>${t("discard.open", { count: view.discard?.length ?? 0 })}</button>`}</div>
    ${hand.length === 0 && html`<p class="heimlich-note">${t("mine.none")}</p>`}
    <p class="heimlich-note" role="status">${asked === view ? t(why) : ""}</p>
    <ul onKeyDown=${goAmong}>${hand.map(
      (card, index) => html`<li key=${`${card}-${hand.indexOf(card) < index}`}>
      ${
        !open
          ? html`<${Back} label=${t("mine.covered")} />`
          : html`<button type="button" class=${chosen === card ? "heimlich-card heimlich-chosen" : "heimlich-card"} aria-disabled=${fitting.includes(card) ? undefined : "true"}
            aria-pressed=${chosen === card ? "true" : "false"} onClick=${() => press(card)}>
            <svg viewBox="-50 -50 100 92" aria-hidden="true"><${TopSecretPicture} card=${card} /></svg>
            <strong>${t(`card.${card}`)}</strong><span>${t(`card.${card}.does`)}</span>
          </button>`
      }
    </li>`,
    )}</ul>
  </section>`;
}

/** A card that is being played, large, with who plays it on whom; screen readers are told by the log. @param {{by: number, card: string, targets: string[], names: string[], t: import("./words.js").Say}} props */
export const Played = ({
  by,
  card,
  targets,
  names,
  t,
}) => html`<div class="heimlich-played" aria-hidden="true">
  <span><${SeatNumber} seat=${by} /> ${names[by]}</span>
  <svg viewBox="-50 -50 100 92"><${TopSecretPicture} card=${card} /></svg>
  <strong>${t(`card.${card}`)}</strong>
  <span>${targetsText(t, card, targets)}</span>
</div>`;

/** The discard pile, opened: everybody has seen these cards. @param {{discard: string[], t: import("./words.js").Say, close: () => void}} props */
export function Discard({ discard, t, close }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    place.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const title = t("discard.open", { count: discard.length });
  return html`<dialog ref=${place} class="dialog heimlich-pile" aria-label=${title} onClose=${close} onClick=${(
    /** @type {MouseEvent} */ event,
  ) => {
    if (event.target === place.current) close();
  }}>
    <div class="dialog-inside"><div class="dialog-head"><h2 class="dialog-title">${title}</h2></div>
      <p>${t("discard.order")}</p>
      <ol>${discard.toReversed().map(
        (
          card,
          index,
        ) => html`<li key=${index} class="heimlich-card"><svg viewBox="-50 -50 100 92" aria-hidden="true"><${TopSecretPicture} card=${card} /></svg>
        <strong>${t(`card.${card}`)}</strong><span>${t(`card.${card}.does`)}</span></li>`,
      )}</ol>
      <button type="button" class="heimlich-button" onClick=${close}>${t("close")}</button></div>
  </dialog>`;
}
