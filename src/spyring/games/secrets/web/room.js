// The room: smoke-blue dark, a lamp, a round table cut from paper in rings of light.
import { html } from "/dom.js";

/** The floor, the lamp's beam and the table; nothing here changes during a game, and the beams go on beyond the picture. @param {{at: import("./layout.js").Layout}} props */
export function Room({ at }) {
  const { width, height, table } = at;
  const { x, y, rx, ry } = table;
  const ring = (/** @type {number} */ part, /** @type {string} */ fill, dy = 0) =>
    html`<ellipse cx=${x} cy=${y + dy * ry} rx=${rx * part} ry=${ry * part} fill=${fill} />`;
  return html`<g class="secrets-room">
    <rect width=${width} height=${height} fill="#10151f" />
    <path d=${`M${-width} 0H${width * 0.34}L${-width} ${height * 2.44}Z`} fill="#1b2333" />
    <path d=${`M${width * 2} ${height}H${width * 0.6}L${width * 2} ${height * -1.31}Z`} fill="#161d2b" />
    <path d=${`M${width * 0.66} 0H${width * 2}V${height * 1.18}Z`} fill="#222c40" />
    ${ring(1, "#0a0d14", 0.025)}
    ${ring(1, "#6b4a34")}
    ${ring(0.985, "#8a6243", -0.004)}
    ${ring(0.962, "#1b2b3e")}
    ${ring(0.95, "#22364b")}
    ${ring(0.76, "#294358", -0.02)}
    ${ring(0.56, "#335468", -0.035)}
    ${ring(0.37, "#406779", -0.045)}
  </g>`;
}
