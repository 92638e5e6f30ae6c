// Sizes: how large a board is, and what decides how it fits its window.
import { useLayoutEffect, useRef, useState } from "/dom.js";

/** A phone on its side: little height, so all stands side by side. */
export const isLying = () => matchMedia("(orientation: landscape) and (max-height: 35rem)").matches;

/** @typedef {Record<string, number | string>} Measures lengths in px, and words */

/** Less than a pixel is no change. @param {Measures} one @param {Measures} other */
const isSame = (one, other) =>
  Object.keys(one).every((name) => {
    const [was, is] = [one[name], other[name]];
    return typeof was === "number" && typeof is === "number" ? Math.abs(was - is) < 1 : was === is;
  });

/**
 * What is measured of an element: before anything is painted, and again when it or the window changes its size.
 * @template {Measures} T
 * @param {{current: HTMLElement | null}} place @param {(element: HTMLElement) => T} measure @param {() => T} first before there is an element
 * @returns {T}
 */
export function useMeasured(place, measure, first) {
  const [found, setFound] = useState(first);
  const take = useRef(() => {});
  take.current = () => {
    if (!place.current) return; // a last word about an element that is gone
    const fresh = measure(place.current);
    setFound((old) => (isSame(old, fresh) ? old : fresh));
  };
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const again = () => take.current();
    const watch = new ResizeObserver(again);
    watch.observe(place.current);
    window.addEventListener("resize", again);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", again);
    };
  }, []);
  useLayoutEffect(() => take.current()); // what stands above may have grown
  return found;
}

/** Whether this is a phone on its side, also after it was turned. */
export function useLying() {
  const [lying, setLying] = useState(isLying);
  useLayoutEffect(() => {
    const again = () => setLying(isLying());
    window.addEventListener("resize", again);
    return () => window.removeEventListener("resize", again);
  }, []);
  return lying;
}
