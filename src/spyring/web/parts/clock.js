// How long somebody still has.

import { now } from "/api.js";
import { html, useEffect, useState } from "/dom.js";
import { t } from "/texts.js";

const SOON = 10;

/** @param {{until: number}} props seconds since 1970 */
export function Clock({ until }) {
  const [at, setAt] = useState(now());
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil(until - at));
  const text =
    left >= 86_400
      ? t("clock.left.days", { count: Math.floor(left / 86_400) })
      : left >= 3600
        ? t("clock.left.hours", { count: Math.floor(left / 3600) })
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${`clock ${left <= SOON ? "clock-soon" : ""}`} role="timer" aria-label=${t("clock.left", { time: text })}>${text}</span>`;
}
