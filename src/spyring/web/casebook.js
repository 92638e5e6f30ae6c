// The cases that were solved on this device. An answer is sent to be scored, and is kept nowhere but here.

import { kept } from "/device.js";

const MOST = 2000; // cases that are kept; the oldest go
const BINS = 10;

/**
 * An answer, and what it was worth: the shares of all answers, which of them was true, and the scores of this answer, of
 * the good reader, and of the rules alone.
 * @typedef {{shares: number[], truth: number, scores: number[], game: string, level: string, at: number}} Solved
 */

export const solved = kept("cases", /** @type {Record<string, Solved>} */ ({}));

/** Only the first answer counts. @param {string} key @param {Solved} answer */
export function keepAnswer(key, answer) {
  if (solved.value[key]) return;
  const all = Object.entries({ ...solved.value, [key]: answer });
  solved.value = Object.fromEntries(all.sort(([, one], [, other]) => one.at - other.at).slice(-MOST));
}

/** A day where the reader is, as a case is named. @param {Date} [when] */
export function dayOf(when = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** So many days before today. @param {number} days */
export function dayBefore(days) {
  const now = new Date();
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
}

/** How many days in a row the case of the day was solved on its day; today may still come. */
export function streak() {
  const onItsDay = (/** @type {string} */ day) =>
    solved.value[day] !== undefined && dayOf(new Date(solved.value[day].at)) === day;
  let days = 0;
  while (onItsDay(dayBefore(days + (onItsDay(dayBefore(0)) ? 0 : 1)))) days++;
  return days;
}

/** The first case of a game and a level that was not solved here. @param {string} game @param {string} level */
export function nextCase(game, level) {
  let number = 1;
  while (solved.value[`${game}-${level}-${number}`]) number++;
  return `${game}-${level}-${number}`;
}

/**
 * What was said, and how often it was so.
 * @typedef {{said: number, right: number, count: number}} Bin
 */

/** How sure one was, and how often one was right, for each tenth. @param {Solved[]} answers @returns {Bin[]} */
export function calibration(answers) {
  /** @type {{said: number, right: number, count: number}[]} */
  const bins = Array.from({ length: BINS }, () => ({ said: 0, right: 0, count: 0 }));
  for (const { shares, truth } of answers)
    shares.forEach((share, number) => {
      const bin = bins[Math.min(BINS - 1, Math.floor(share * BINS))];
      bin.said += share;
      bin.right += number === truth ? 1 : 0;
      bin.count++;
    });
  return bins
    .filter(({ count }) => count > 0)
    .map(({ said, right, count }) => ({ said: said / count, right: right / count, count }));
}

/** @param {number[]} numbers */
export const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
