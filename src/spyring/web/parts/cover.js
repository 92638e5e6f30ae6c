// The card of a game, with the picture and the colour that its manifest names.
import { html } from "/dom.js";

/** @param {{game: string, manifest: import("/games.js").Manifest, children?: any}} props */
export function GameCover({ game, manifest, children }) {
  const edge = manifest.colour ? { borderColor: `var(--${manifest.colour})` } : {};
  return html`<article class=${`game game-${game}`} style=${edge}>
    <img class="game-cover" src=${manifest.cover} alt="" />
    ${children}
  </article>`;
}
