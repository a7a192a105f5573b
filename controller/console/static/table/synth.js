// Sounds made by our own code: short tones and noise, no file. Browsers play nothing before somebody has touched the page.

/**
 * A tone: how high it begins and ends (Hz), when (s after the start), how long (s), how loud (0 to 1), and its wave.
 * @typedef {{ from: number, to: number, at: number, s: number, loud: number, wave: OscillatorType }} Tone
 */

/** @type {Record<import("./sound_events.js").Sound, Tone[]>} */
export const TONES = {
  card: [{ from: 900, to: 500, at: 0, s: 0.06, loud: 0.15, wave: "triangle" }],
  step: [
    { from: 130, to: 90, at: 0, s: 0.09, loud: 0.35, wave: "square" },
    { from: 120, to: 80, at: 0.16, s: 0.09, loud: 0.3, wave: "square" },
  ],
  turn: [{ from: 220, to: 330, at: 0, s: 0.18, loud: 0.15, wave: "sawtooth" }],
  hurt: [
    { from: 700, to: 120, at: 0, s: 0.22, loud: 0.4, wave: "sawtooth" },
    { from: 90, to: 50, at: 0.02, s: 0.25, loud: 0.4, wave: "square" },
  ],
  barrel: [
    { from: 260, to: 200, at: 0, s: 0.1, loud: 0.3, wave: "triangle" },
    { from: 390, to: 390, at: 0.11, s: 0.14, loud: 0.25, wave: "triangle" },
  ],
  fall: [{ from: 420, to: 40, at: 0, s: 0.8, loud: 0.4, wave: "sawtooth" }],
  set: [{ from: 420, to: 640, at: 0, s: 0.08, loud: 0.2, wave: "triangle" }],
  take: [
    { from: 520, to: 260, at: 0, s: 0.12, loud: 0.3, wave: "triangle" },
    { from: 160, to: 110, at: 0.1, s: 0.16, loud: 0.35, wave: "square" },
  ],
  burst: [
    { from: 320, to: 40, at: 0, s: 0.45, loud: 0.4, wave: "sawtooth" },
    { from: 90, to: 35, at: 0.03, s: 0.5, loud: 0.4, wave: "square" },
    { from: 1400, to: 200, at: 0, s: 0.12, loud: 0.2, wave: "sawtooth" },
  ],
  victory: [523, 659, 784, 1047].map((high, index) => ({ from: high, to: high, at: index * 0.16, s: index === 3 ? 0.6 : 0.15, loud: 0.3, wave: /** @type {OscillatorType} */ ("triangle") })),
  draw: [392, 330].map((high, index) => ({ from: high, to: high, at: index * 0.25, s: 0.3, loud: 0.25, wave: /** @type {OscillatorType} */ ("triangle") })),
};

/**
 * Plays a sound now.
 * @param {AudioContext} context
 * @param {import("./sound_events.js").Sound} name
 */
export function play(context, name) {
  for (const tone of TONES[name]) {
    const begin = context.currentTime + tone.at;
    const source = new OscillatorNode(context, { type: tone.wave, frequency: tone.from });
    source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.s);
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(tone.loud, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + tone.s);
    source.connect(volume).connect(context.destination);
    source.start(begin);
    source.stop(begin + tone.s);
  }
}
