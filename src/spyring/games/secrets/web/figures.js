// Eight figures cut from paper, and three emblems: each is drawn in a square and known by its outline.
import { html } from "/dom.js";
import { SUITS } from "./palette.js";

const KILLER = html`
  <path d="M11 14C16 11 31 11 36 14L35 17C29 15 18 15 12 17Z" />
  <path d="M16.5 13L18.5 4.5C21 2 26 2 28.5 4.5L30.5 13C26 12 21 12 16.5 13Z" />
  <path d="M18 17H29C29 22 27 24.5 23.5 24.5C20 24.5 18 22 18 17Z" />
  <path d="M9 46L12 28C13 25.5 17 24 19.5 23.5L23.5 28L27.5 23.5C30 24 34 25.5 35 28L38 46L33 47L33.5 60H25.5L24 48H23L21.5 60H13.5L14 47Z" />`;

/**
 * Paths in a square of 64: `figure` in the figure's colour, `mark` in that of its one thing.
 * @type {Record<string, (suit: {figure: string, mark: string}) => any>}
 */
const SHAPES = {
  "double-agent": ({ figure, mark }) => html`
    <path fill=${figure} d="M32 4C20 4 13 11 12.6 21L7 33.5L11.4 35.5L10.4 39L12.6 40.5L11 43.5C10.8 48.5 14 50.5 19 49.8L22.5 49.3L22 54C13 55.5 6 58.5 4 64H32Z" />
    <path fill=${mark} d="M32 4C44 4 51 11 51.4 21L57 33.5L52.6 35.5L53.6 39L51.4 40.5L53 43.5C53.2 48.5 50 50.5 45 49.8L41.5 49.3L42 54C51 55.5 58 58.5 60 64H32Z" />`,

  politician: ({ figure, mark }) => html`
    <circle cx="26" cy="19" r="8" fill=${figure} />
    <path fill=${figure} d="M11 52L13 36C14 30 20 28.5 27 28.5C32 28.5 35 29 37 28L47.5 13L46 5C46 3 48 3 48.5 5L50 9L50.5 2C50.5 0 53 0 53 2V8.5L55.5 2.5C56.5 .8 58.5 1.8 58 3.6L56 9.5L59 7.5C60.5 6.5 62 8.3 61 9.6L56 17L44 40L42 52Z" />
    <path fill=${mark} d="M6 48H48L44 64H10Z" />
    <path fill=${figure} d="M40 48L44 38L46.5 39L44 48Z" />
    <circle cx="46" cy="36.5" r="3" fill=${mark} />`,

  psychiatrist: ({ figure, mark }) => html`
    <path fill=${figure} d="M28 3C44 3 54 13 54 26L60 38L55 40L56 45L53.5 47L54.5 50C54 55 49 55.5 42 54.5L41 64H12L14 50C7 44 4 35 4 27C4 13 14 3 28 3Z" />
    <path fill="none" stroke=${mark} stroke-width="4.6" stroke-linecap="round"
      d="M28 28C28 25 32 25 32.5 28.5C33 33 27 35 23.5 32C19 28 21 20 28 19C36 18 41 25 39.5 32C38 40 28 44 20 40C10 35 10 22 16 15.5" />`,

  detective: ({ figure, mark }) => html`
    <path fill=${figure} d="M3 25C12 20 40 20 49 25L47 29.5C38 26 14 26 5 29.5Z" />
    <path fill=${figure} d="M12 22L16 7C20 3 23 8 26 8C29 8 32 3 36 7L40 22C32 20.5 20 20.5 12 22Z" />
    <path fill=${figure} d="M15 30C22 28 30 28 37 30L36 36C34 43 30 46 26 46C22 46 18 43 16 36Z" />
    <path fill=${figure} d="M2 64L6 52L17 43L26 55L35 43L44 50L50 64Z" />
    <circle cx="46" cy="42" r="9.5" fill=${mark} stroke=${figure} stroke-width="4" />
    <path d="M52.5 50L60 61" stroke=${figure} stroke-width="6" stroke-linecap="round" />`,

  journalist: ({ figure, mark }) => html`
    <path fill=${figure} d="M8 64L10 52C4 50 2 44 6 40L14 34C10 18 20 10 29 11C40 12 44 20 42 32L48 40C50 45 48 50 44 52L46 64Z" />
    <rect x="11" y="27" width="33" height="19" rx="2.5" fill=${mark} />
    <circle cx="27" cy="36.5" r="7.5" fill=${figure} /><circle cx="27" cy="36.5" r="3.4" fill=${mark} />
    <path fill=${mark} d="M48 1L50 10L57 4L54 12.5L63 12L55.5 17L62 23L53 21.5L54 30L48.5 23.5L43.5 29L44 21L36 22L42.5 17L36 11L44.5 13L42 4.5L47 10.5Z" />`,

  scientist: ({ figure, mark }) => html`
    <circle cx="32" cy="7" r="5.5" fill=${figure} />
    <path fill=${figure} d="M18 22C18 13 24 9 32 9C40 9 46 13 46 22L45 30C42 36 38 37 32 37C26 37 22 36 19 30Z" />
    <g fill=${mark}><circle cx="26" cy="22" r="5" /><circle cx="38" cy="22" r="5" /><rect x="26" y="20.6" width="12" height="2.8" /></g>
    <path fill=${figure} d="M4 64L8 48C10 41 16 38 24 37L32 41L40 37C48 38 54 41 56 48L60 64Z" />
    <path fill="#f4ecdc" d="M27.5 38H36.5V41H35.5V47L46 62C46.5 63 46 64 45 64H19C18 64 17.5 63 18 62L28.5 47V41H27.5Z" />
    <path fill=${mark} d="M25 53.5H39L45 62.5C45 63.5 44.5 64 44 64H20C19.5 64 19 63.5 19.5 62Z" />`,

  diplomat: ({ figure, mark }) => html`
    <path fill=${mark} d="M22 38V33C22 31 23 30 25 30H39C41 30 42 31 42 33V38H38V34H26V38Z" />
    <rect x="8" y="38" width="48" height="25" rx="3" fill=${mark} />
    <rect x="8" y="47" width="48" height="2.4" fill=${figure} /><rect x="28.5" y="44.5" width="7" height="7.5" rx="1" fill=${figure} />
    <path fill=${figure} d="M0 4L13 7L11 23L0 22Z" />
    <path fill=${mark} d="M64 4L51 7L53 23L64 22Z" />
    <path fill=${mark} d="M50 8.5L39 8C35 8 33 9.5 31 12L26 18C28 20 31 19.5 33 17.5L36 15.5L46 24L51.5 21.5Z" />
    <path fill=${figure} d="M14 8.5L25 7.5C28 7.5 29 8 30.5 9L24 17C23 20 29 22 33.5 19L36 17.5L43.5 24C44 26.5 42 27.5 40.5 27C40 29 38 29.5 36.5 28.5C35.5 30 33 30 32 28.5C30.5 29.5 28.5 29 27.5 27.5L19 21.5L12.5 21Z" />`,

  assassin: ({ figure, mark }) => html`
    <g fill=${mark} opacity=".4" transform="matrix(1 0 -.74 .86 38.4 8.4)">${KILLER}</g>
    <g fill=${figure} transform="translate(-6 0)">${KILLER}</g>`,
};

/** One figure in a square of 64 units. @param {{card: string}} props */
export function Figure({ card }) {
  const draw = SHAPES[card];
  return draw ? draw(SUITS[card]) : null;
}

const FLOWER = [0, 1, 2, 3, 4].map((petal) => {
  const angle = ((petal * 72 - 90) * Math.PI) / 180;
  return [8 + 4.7 * Math.cos(angle), 8.3 + 4.7 * Math.sin(angle)];
});

/** A team's emblem in a square of 16 units, in one colour. @param {{team: string, fill: string}} props */
export function Emblem({ team, fill }) {
  if (team === "cia") {
    return html`<path fill=${fill} d="M8 .6L10.1 5.9L15.7 6.2L11.3 9.7L12.8 15.2L8 12.1L3.2 15.2L4.7 9.7L.3 6.2L5.9 5.9Z" />`;
  }
  if (team === "kgb") {
    return html`<circle cx="8" cy="8" r="6.7" fill="none" stroke=${fill} stroke-width="1.8" />
      <g transform="rotate(-38 8 8)"><rect x="4.2" y="3.3" width="7.6" height="3.5" fill=${fill} /><rect x="6.9" y="4" width="2.3" height="9" fill=${fill} /></g>`;
  }
  return html`${FLOWER.map(([x, y]) => html`<circle cx=${x} cy=${y} r="3.05" fill=${fill} />`)}
    <circle cx="8" cy="8.3" r="2.9" fill=${fill} /><circle cx="8" cy="8.3" r="1.7" fill="var(--secrets-under, #f4ecdc)" />`;
}
