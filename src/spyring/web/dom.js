// The one door to the vendored libraries: the shell and every board import from here.
import htm from "/vendor/htm.js";
import { h } from "/vendor/preact.js";

export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "/vendor/hooks.js";
export { Component, createContext, Fragment, render } from "/vendor/preact.js";
export { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "/vendor/signals.js";

/** Markup as a tagged template: html`<p class="x">${text}</p>`. */
export const html = htm.bind(h);

/** The names of those classes that apply. @param {(string | false | null | undefined)[]} names */
export const classes = (...names) => names.filter(Boolean).join(" ");
