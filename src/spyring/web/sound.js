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

/** Notes as [frequency, start, length, loudness, shape]. @type {Record<string, [number, number, number, number, OscillatorType][]>} */
const SCORES = {
  card: [
    [520, 0, 0.05, 0.08, "triangle"],
    [340, 0.03, 0.06, 0.06, "triangle"],
  ],
  die: [
    [180, 0, 0.04, 0.1, "square"],
    [150, 0.07, 0.04, 0.08, "square"],
    [210, 0.13, 0.05, 0.08, "square"],
  ],
  step: [[260, 0, 0.05, 0.07, "sine"]],
  scoring: [
    [523, 0, 0.12, 0.1, "triangle"],
    [659, 0.1, 0.12, 0.1, "triangle"],
    [784, 0.2, 0.25, 0.1, "triangle"],
  ],
  turn: [
    [440, 0, 0.12, 0.1, "sine"],
    [587, 0.11, 0.22, 0.1, "sine"],
  ],
  glint: [
    [1200, 0, 0.05, 0.06, "sine"],
    [1600, 0.05, 0.08, 0.06, "sine"],
  ],
  caught: [
    [300, 0, 0.15, 0.1, "sawtooth"],
    [220, 0.13, 0.3, 0.1, "sawtooth"],
  ],
};

/** @param {string} name */
export function sound(name) {
  if (!context || !sounds.value) return;
  const now = context.currentTime;
  for (const [frequency, start, length, loudness, shape] of SCORES[name] ?? []) {
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
