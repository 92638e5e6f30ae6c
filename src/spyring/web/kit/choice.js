// Confirm and undo: what is picked before it is sent.
import { useEffect, useState } from "/dom.js";

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
