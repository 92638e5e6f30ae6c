// Small pictures for buttons; always beside or instead of a text that says the same.
import { html } from "/dom.js";

const PATHS = {
  back: "M15 5 8 12l7 7",
  bell: "M6 17h12l-1.5-3V10a4.5 4.5 0 0 0-9 0v4zM10 20h4",
  bot: "M6 9h12v10H6zM12 9V5M9 13v2M15 13v2M4 13v3M20 13v3",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  curtain: "M3 4h18M5 4c0 7 0 11-1 16 4-1 7-6 7-16M19 4c0 7 0 11 1 16-4-1-7-6-7-16",
  device: "M8 3h8v18H8zM11 18h2",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9.5 14.5 12 17l2.5-2.5",
  learn: "M2 9l10-5 10 5-10 5zM6 11.5V17c3 2.500 9 2.500 12 0v-5.500M22 9v6",
  gone: "M4 4l16 16M10 4.500a4 4 0 0 1 5.500 5.500M8.200 8.500a4 4 0 0 0 3.300 3.300M4 21a8 8 0 0 1 9.500-7.800M18.500 16.300A8 8 0 0 1 20 21",
  help: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.8V15M12 18.4v.2",
  hidden:
    "M4 4l16 16M9.5 6A9.6 9.6 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-2.600 3.300M6.300 8A16 16 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 3.600-.8",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  log: "M5 6h14M5 12h14M5 18h9",
  menu: "M4.500 11h1v2h-1zM11.500 11h1v2h-1zM18.500 11h1v2h-1z",
  mute: "M4 10v4h3l5 4V6L7 10zM16 10l4 4M20 10l-4 4",
  moon: "M19 14A7.500 7.500 0 0 1 10 5a7.500 7.500 0 1 0 9 9z",
  notes: "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
  on: "M9 5l7 7-7 7",
  pause: "M8 5v14M16 5v14",
  play: "M8 5v14l11-7z",
  plus: "M12 5v14M5 12h14",
  proof: "M12 3 4 6v6c0 5 3.500 8 8 9 4.500-1 8-4 8-9V6zM8.500 12l2.500 2.500 4.500-5",
  replay: "M5 5v5h5M5.500 10A7.500 7.500 0 1 1 5 14",
  screen: "M3 5h18v11H3zM8 20h8M12 16v4",
  skip: "M5 5l9 7-9 7zM18 5v14",
  sound: "M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  talk: "M4 5h16v11H11l-5 4v-4H4z",
  up: "M12 19V5M6 11l6-6 6 6",
};

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
