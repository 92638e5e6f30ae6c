// A picture for each game's card on the front door, cut from paper like everything else.
import { html } from "/dom.js";

const INK = "#14181f";
const PAPER = "#f4ecdc";
const RED = "#d8432b";
const BRASS = "#c8993a";
const DUSK = "#39406b";

/** @param {{game: string}} props */
export function Scene({ game }) {
  const Drawn = SCENES[game] ?? Ring;
  return html`<svg class="scene" viewBox="0 0 400 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><${Drawn} /></svg>`;
}

/** A sleeping town, and somebody who does not sleep. */
function Town() {
  const windows = [
    [38, 128],
    [58, 128],
    [38, 150],
    [132, 118],
    [132, 142],
    [152, 142],
    [262, 134],
    [282, 134],
    [282, 156],
    [338, 150],
    [358, 128],
  ];
  return html`
    <rect width="400" height="220" fill=${DUSK} />
    <path d="M0 0H400V96L0 150Z" fill="#464e7d" />
    <circle cx="318" cy="52" r="26" fill=${PAPER} /><circle cx="329" cy="45" r="24" fill="#464e7d" />
    <path d="M0 110h24l24-26 26 26h22V84l26-24 28 24v28h24V70l14-40 14 40v42h26l22-20 24 20h20l24-22 26 22h50v108H0Z" fill="#262c52" />
    <path d="M188 32v-17m-6 6h12" stroke="#262c52" stroke-width="4" />
    <path d="M0 176 400 156V220H0Z" fill="#1a1f3d" />
    ${windows.map(([x, y], number) => html`<rect key=${number} x=${x} y=${y} width="10" height="14" fill=${number % 4 === 2 ? RED : BRASS} />`)}
    <path d="M182 126v-8a6 6 0 0 1 12 0v8z" fill=${BRASS} />
    <path d="M232 92V196" stroke=${INK} stroke-width="5" /><path d="M222 92h20l5 14h-30z" fill=${INK} />
    <path d="M218 106h28l44 92H174Z" fill=${BRASS} opacity=".32" />
    <path d="M64 220c0-34 8-50 28-58l-8-6 6-10h56l6 10-8 6c20 8 28 24 28 58Z" fill=${INK} />
    <path d="M60 142c16-6 22-8 26-10 2-24 10-36 32-36s30 12 32 36c4 2 10 4 26 10l-10 8H70Z" fill=${INK} />
    <path d="M86 132c2-6 2-10 3-14h58c1 4 1 8 3 14-20 6-44 6-64 0Z" fill=${RED} />
    <path d="M118 170l14 16-14 16-14-16z" fill=${PAPER} />`;
}

/** A round table from above in a pool of light; whose token is whose? */
function Chips() {
  const around = [...Array(7).keys()].map((number) => {
    const angle = (number / 7) * 2 * Math.PI - 0.4;
    return [200 + 108 * Math.cos(angle), 122 + 52 * Math.sin(angle)];
  });
  return html`
    <rect width="400" height="220" fill="#16222d" />
    <path d="M200-30 30 220H370Z" fill="#2c4756" />
    <ellipse cx="200" cy="122" rx="158" ry="84" fill="#0f171f" />
    <ellipse cx="200" cy="116" rx="152" ry="80" fill="#2b6f77" /><path d="M58 88a152 80 0 0 1 232-40Z" fill="#388189" />
    ${around.map(
      ([x, y], number) => html`<g key=${number} transform=${`translate(${x.toFixed(0)} ${y.toFixed(0)})`}>
      <ellipse cy="4" rx="17" ry="10" fill=${INK} /><ellipse rx="17" ry="10" fill=${number === 2 ? RED : PAPER} />
      ${number === 2 ? html`<path d="M0-7l2 4 6 1-5 2 2 5-5-3-5 3 2-5-5-2 6-1z" fill=${PAPER} />` : html`<path d="M-9 0h18" stroke=${INK} stroke-width="2.500" stroke-dasharray="3 3" />`}</g>`,
    )}
    <g transform="translate(168 84) rotate(-9)"><rect width="42" height="58" rx="4" fill=${PAPER} /><path d="M12 58V34c0-14 4-22 12-22 6 0 9 5 9 9l4 7-4 2v6h-6l2 22z" fill=${INK} /></g>
    <g transform="translate(202 78) rotate(8)"><rect width="42" height="58" rx="4" fill=${DUSK} /><path d="M26 0h12a4 4 0 0 1 4 4v12z" fill=${PAPER} opacity=".6" /><circle cx="21" cy="30" r="11" fill="none" stroke=${PAPER} stroke-width="4" stroke-dasharray="4.800 5" /></g>
    <path d="M0 220V64c30-2 52 12 56 38l12 18-9 5 3 9-5 5 2 12c0 8-6 10-14 9l-9-1v10c16 6 28 20 30 51Z" fill=${INK} />
    <path d="M400 220V52c-34-2-58 16-62 42l-14 20 10 6-3 9 5 5-2 13c0 8 6 10 15 9l9-1v10c-18 6-32 22-34 55Z" fill="#0c1116" />`;
}

/** A square at night, a mask, and one eye that closes. */
function Mask() {
  const lamps = [
    [40, 44, RED],
    [112, 62, BRASS],
    [200, 68, PAPER],
    [288, 62, BRASS],
    [360, 44, RED],
  ];
  const paper = [
    [30, 120, RED],
    [66, 176, BRASS],
    [92, 98, PAPER],
    [322, 104, PAPER],
    [352, 150, BRASS],
    [374, 108, RED],
    [306, 190, RED],
    [110, 200, PAPER],
  ];
  return html`
    <rect width="400" height="220" fill="#241a33" />
    <path d="M0 220 150 0H270L400 190V220Z" fill="#3a2750" />
    <path d="M0 24Q200 96 400 24" fill="none" stroke=${BRASS} stroke-width="2" />
    ${lamps.map(
      ([x, y, colour]) => html`<g key=${x}><circle cx=${x} cy=${y} r="26" fill=${colour} opacity=".14" />
      <ellipse cx=${x} cy=${y} rx="11" ry="14" fill=${colour} /></g>`,
    )}
    ${paper.map(([x, y, colour], number) => html`<rect key=${number} x=${x} y=${y} width="8" height="8" fill=${colour} transform=${`rotate(${number * 37} ${x} ${y})`} />`)}
    <path d="M96 122c20-22 66-30 104-10 38-20 84-12 104 10 8 38-14 70-50 70-26 0-42-14-54-34-12 20-28 34-54 34-36 0-58-32-50-70Z" fill=${RED} />
    <path d="M200 112c38-20 84-12 104 10 8 38-14 70-50 70-26 0-42-14-54-34Z" fill="#b5311c" />
    <path d="M118 142c14-18 44-18 58 2-10 22-46 24-58-2Z" fill=${PAPER} /><circle cx="152" cy="143" r="11" fill=${INK} />
    <path d="M226 148c14 14 42 14 56-4" fill="none" stroke=${INK} stroke-width="7" stroke-linecap="round" />
    <path d="M236 160l-4 9m20-5v10m18-13 4 9" stroke=${INK} stroke-width="5" stroke-linecap="round" />
    <path d="M104 116C88 92 96 70 120 58c-2 22 8 34 24 46Z" fill=${BRASS} /><path d="M296 116c16-24 8-46-16-58 2 22-8 34-24 46Z" fill=${BRASS} />`;
}

function Ring() {
  return html`<rect width="400" height="220" fill="#2b6f77" /><path d="M0 220 400 40V220Z" fill=${INK} />
    <circle cx="200" cy="110" r="56" fill="none" stroke=${PAPER} stroke-width="22" stroke-dasharray="26 24.300" />`;
}

/** @type {Record<string, () => any>} */
const SCENES = { heimlich: Town, secrets: Chips, wink: Mask };
