// Confirm and undo: what is picked before it is sent, and the two buttons at its end.
import { html, useEffect, useState } from "/dom.js";

/**
 * A choice in progress. It belongs to the question it was begun with, and goes with it.
 * @template T
 * @param {string} question @param {T} nothing @param {(choice: T) => T} fitting what of a choice is still possible
 * @returns {[T, (change: (choice: T) => T) => void]} the choice, and how it changes from what it is by then
 */
export function useChoice(question, nothing, fitting) {
  const [kept, setKept] = useState({ question, choice: nothing });
  const current = (/** @type {typeof kept} */ one) =>
    one.question === question ? fitting(one.choice) : nothing;
  // When a clock ran out and the same question comes again later, the choice is not there any more.
  useEffect(
    () => setKept((one) => (one.question === question ? one : { question, choice: nothing })),
    [question],
  );
  const change = (/** @type {(choice: T) => T} */ make) =>
    setKept((one) => ({ question, choice: make(current(one)) }));
  return [current(kept), change];
}

/**
 * What the choice comes to, as a button: nothing goes out before it is whole. Each game dresses it.
 * @param {{label: unknown, send: () => void, can?: boolean, dress: string}} props
 */
export const Confirm = ({ label, send, can = true, dress }) =>
  html`<button type="button" class=${dress} disabled=${!can} onClick=${send}>${label}</button>`;

/**
 * A step back in the choice, as Escape does it.
 * @param {{label: string, undo: () => void, can?: boolean, dress: string}} props
 */
export const Undo = ({ label, undo, can = true, dress }) =>
  html`<button type="button" class=${dress} disabled=${!can} aria-keyshortcuts="Escape" onClick=${undo}>${label}</button>`;
