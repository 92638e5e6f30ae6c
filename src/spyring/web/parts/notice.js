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
export async function notify(title, text) {
  if (permission !== "granted" || document.visibilityState === "visible") return;
  const more = { body: text, icon: "/art/icon.svg", tag: "spyring", data: location.href };
  // A phone's browser lets only the worker call; its answer to a tap is in sw.js.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, more);
  const notice = new Notification(title, more);
  notice.onclick = () => {
    focus();
    notice.close();
  };
}

/** What a tab shows of a page that nobody sees: a name and a picture. @param {string} title @param {boolean} [mine] */
export function setTitle(title, mine = false) {
  document.title = mine ? `● ${t("turn.mine")} – ${title}` : title ? `${title} – Spyring` : "Spyring";
  document
    .querySelector("link[rel=icon]")
    ?.setAttribute("href", mine ? "/art/icon-turn.svg" : "/art/icon.svg");
}
