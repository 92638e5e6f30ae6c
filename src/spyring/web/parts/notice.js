// Calling somebody back to the table.
import { t } from "/texts.js";

let permission = "Notification" in globalThis ? Notification.permission : "denied";

/** Whether it can still be asked for. */
export function mayAsk() {
  return permission === "default";
}

export async function askToNotify() {
  permission = await Notification.requestPermission();
}

/** Only to somebody who looks elsewhere. @param {string} title @param {string} text */
export function notify(title, text) {
  if (permission !== "granted" || document.visibilityState === "visible") return;
  const notice = new Notification(title, { body: text, icon: "/art/icon.svg", tag: "spyring" });
  notice.onclick = () => { focus(); notice.close(); };
}

/** @param {string} title @param {boolean} mine */
export function setTitle(title, mine) {
  document.title = mine ? `● ${t("turn.mine")} – ${title}` : `${title} – Spyring`;
}
