// What is round every page: bar, dialogs, short messages, and what is said to screen readers.

import { reached } from "/api.js";
import { theme } from "/device.js";
import { html, signal, useEffect, useRef } from "/dom.js";
import { Icon } from "/parts/icons.js";
import { Mark } from "/parts/mark.js";
import { choose, LANGUAGES, language, t } from "/texts.js";

const TOAST_SECONDS = 6;

const toast = signal(/** @type {{text: string, number: number} | null} */ (null));

let toasts = 0;

/** Tell the reader something for a moment. @param {string} text */
export function tell(text) {
  const number = ++toasts;
  toast.value = { text, number };
  announce(text, true);
  setTimeout(() => {
    if (toast.value?.number === number) toast.value = null;
  }, TOAST_SECONDS * 1000);
}

/**
 * Say something to screen readers.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const place = document.getElementById(urgent ? "urgent" : "told");
  if (place) place.textContent = text;
}

/** Take back all that was told: somebody else is going to look. */
export function hush() {
  toast.value = null;
  announce("");
  announce("", true);
}

/** @param {string} path without loading anything anew */
export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** @param {any} props a link within the page */
export function Way({ href, children, ...more }) {
  const click = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(href);
  };
  return html`<a href=${href} onClick=${click} ...${more}>${children}</a>`;
}

/** Dark and light are the same two inks exchanged. */
function isDark() {
  return (theme.value ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")) === "dark";
}

export function ThemeButton() {
  const dark = isDark();
  const swap = () => {
    theme.value = dark ? "light" : "dark";
    document.documentElement.dataset.theme = theme.value;
  };
  return html`<button class="plain round" onClick=${swap} aria-label=${t(dark ? "theme.light" : "theme.dark")}
    title=${t(dark ? "theme.light" : "theme.dark")}><${Icon} name=${dark ? "sun" : "moon"} /></button>`;
}

export function LanguageChoice() {
  return html`<label class="language"><span class="unseen">${t("language")}</span>
    <select value=${language.value} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${Object.entries(LANGUAGES).map(([key, name]) => html`<option value=${key} lang=${key} selected=${key === language.value}>${name}</option>`)}
    </select></label>`;
}

/** @param {any} props */
export function Bar({ children, title }) {
  return html`<header class="bar">
    <${Way} href="/" class="bar-home" aria-label=${t("home")}><${Mark} /><span class="bar-name">Spyring</span><//>
    ${title ? html`<div class="bar-title">${title}</div>` : null}
    <div class="bar-tools">${children}</div>
  </header>`;
}

/**
 * A dialog that takes the focus and gives it back.
 * @param {any} props
 */
export function Dialog({ title, close, children, wide = false }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    place.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => {
    if (event.target === place.current) close();
  };
  return html`<dialog ref=${place} class=${`dialog ${wide ? "dialog-wide" : ""}`} aria-label=${title} onClose=${close} onClick=${outside}>
    <div class="dialog-inside">
      <div class="dialog-head"><h2 class="dialog-title">${title}</h2>
        <button class="plain round" onClick=${close} aria-label=${t("close")}><${Icon} name="close" /></button></div>
      ${children}
    </div>
  </dialog>`;
}

/** @param {any} props something goes on, and takes a while */
export function Waiting({ text }) {
  return html`<div class="waiting"><${Mark} turning=${true} /><p>${text}</p></div>`;
}

export function Toast() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // each time anew, so that it is above whatever dialog has been opened
    place.current?.hidePopover?.();
    place.current?.showPopover?.();
  }, [toast.value, reached.value]);
  return html`<div class="toasts" ref=${place} popover="manual" role="region" aria-label=${t("messages")}>
    ${reached.value ? null : html`<p class="toast toast-still">${t(navigator.onLine ? "unreached" : "offline")}</p>`}
    ${
      toast.value
        ? html`<p class="toast"><span>${toast.value.text}</span>
          <button class="plain round" aria-label=${t("close")} onClick=${() => {
            toast.value = null;
          }}><${Icon} name="close" /></button></p>`
        : null
    }
  </div>`;
}
