// Send once: what leaves a board is one of the legal texts, and a second tap sends nothing.
import { useEffect, useRef, useState } from "/dom.js";

const ANSWER_LASTS = 1500; // ms after which an act that was left without an answer may be tried again

/**
 * @param {object} how
 * @param {string[]} how.legal
 * @param {(text: string) => void} how.act
 * @param {unknown} how.question what the table asks now: it changes with the answer
 * @param {boolean} [how.each] several acts may answer the same question, each of them once
 * @param {number} [how.slip] ms in which a tap was meant for what stood there before the question came
 */
export function useSend({ legal, act, question, each = false, slip = 0 }) {
  const [sent, setSent] = useState(/** @type {{question: unknown, text: string} | null} */ (null));
  const last = useRef(sent); // as it is by now, however fast the taps come
  const asked = useRef({ question: /** @type {unknown} */ (undefined), at: 0 });
  if (asked.current.question !== question) asked.current = { question, at: performance.now() };
  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => {
      last.current = null;
      setSent(null);
    }, ANSWER_LASTS);
    return () => clearTimeout(timer);
  }, [sent]);
  /** Whether the text went out. @param {string} text */
  const send = (text) => {
    const before = last.current;
    const again = before !== null && before.question === question && (!each || before.text === text);
    if (again || !legal.includes(text) || performance.now() < asked.current.at + slip) return false;
    last.current = { question, text };
    setSent(last.current);
    act(text);
    return true;
  };
  const under = sent !== null && sent.question === question ? sent.text : null; // under way, and not answered yet
  return { send, isSent: under !== null, under };
}
