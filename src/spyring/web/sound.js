// A handful of short sounds, made here; silent until the first touch.
import { sounds } from "/device.js";

/** @type {AudioContext | null} */
let context = null;
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(
    touch,
    () => {
      context ??= new AudioContext();
    },
    { once: true },
  );
}

/**
 * Each in the shape of its waves and its notes: frequency, start and length in seconds, loudness.
 * @type {Record<string, [OscillatorType, string]>}
 */
const SOUNDS = {
  card: ["triangle", "520 0 .05 .08, 340 .03 .06 .06"],
  die: ["square", "180 0 .04 .1, 150 .07 .04 .08, 210 .13 .05 .08"],
  step: ["sine", "260 0 .05 .07"],
  scoring: ["triangle", "523 0 .12 .1, 659 .1 .12 .1, 784 .2 .25 .1"],
  turn: ["sine", "440 0 .12 .1, 587 .11 .22 .1"],
  glint: ["sine", "1200 0 .05 .06, 1600 .05 .08 .06"],
  caught: ["sawtooth", "300 0 .15 .1, 220 .13 .3 .1"],
};

/** @param {string} name */
export function sound(name) {
  if (!context || !sounds.value || !(name in SOUNDS)) return;
  const now = context.currentTime;
  const [shape, notes] = SOUNDS[name];
  for (const note of notes.split(", ")) {
    const [frequency, start, length, loudness] = note.split(" ").map(Number);
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, now + start);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
