// What seats have just said, beside them for a moment.
import { useEffect, useRef, useState } from "/dom.js";

/**
 * New words of a seat take the place of its old ones, and go after a while.
 * @template {{seat: number}} T
 */
export function useBubbles() {
  const [bubbles, setBubbles] = useState(/** @type {(T & {id: number})[]} */ ([]));
  const count = useRef(0);
  const timers = useRef(/** @type {number[]} */ ([]));
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  /** @param {T[]} said @param {number} lasts ms @param {boolean} [alone] all that was said before is of the past */
  const say = (said, lasts, alone = false) => {
    if (said.length === 0) return;
    const fresh = said.map((one) => ({ ...one, id: ++count.current }));
    const seats = said.map(({ seat }) => seat);
    setBubbles((shown) => [...shown.filter(({ seat }) => !alone && !seats.includes(seat)), ...fresh]);
    const gone = () => setBubbles((shown) => shown.filter((one) => !fresh.includes(one)));
    timers.current.push(window.setTimeout(gone, lasts));
  };
  return { bubbles, say };
}
