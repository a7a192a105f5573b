// The sounds of a table: dice that are thrown on the screen, one sound after the other (the face is shown after the last), and what
// happens on the board (sound_events.js). Browsers play nothing before somebody has touched the page.

import { symbol } from "../shared/dom.js";
import { soundsBetween } from "./sound_events.js";
import { play } from "./synth.js";
import { word } from "../shared/words.js";

const KEPT = "golem-sounds";
const GAP_S = 0.06;

export class Sounds {
  /** `button` turns them off and on. */
  constructor(/** @type {HTMLElement} */ button) {
    this.button = button;
    this.muted = localStorage.getItem(KEPT) === "off";
    /** Whether the facilitator wants the table to be quiet. */
    this.hushed = false;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {Map<string, AudioBuffer>} */
    this.made = new Map();
    /** @type {number | null} */
    this.throws = null;
    /** @type {(() => void) | null} */
    this.hush = null;
    this.button.addEventListener("click", () => this.toggle());
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => this.wake(), { capture: true });
  }

  wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  toggle() {
    this.muted = !this.muted;
    localStorage.setItem(KEPT, this.muted ? "off" : "on");
    if (this.muted) this.hush?.();
    this.show();
  }

  /** Whether nothing is to be heard. */
  get silent() {
    return this.muted || this.hushed;
  }

  show() {
    this.button.setAttribute("aria-pressed", String(!this.muted));
    this.button.setAttribute("aria-label", word(this.muted ? "sounds.off" : "sounds.on"));
    this.button.replaceChildren(symbol(this.muted ? "mute" : "sound"));
  }

  /** Whether a view tells of a throw that the one before did not: then its sounds come first. */
  announces(/** @type {import("../shared/views").View} */ view) {
    const sounds = view.play.sounds;
    this.button.hidden = false;
    this.show();
    const before = this.throws;
    this.throws = view.play.throws;
    // A throw that was taken back, and views of before the page was opened, make no noise.
    const thrown = before !== null && this.throws === before + 1;
    return thrown && sounds.length > 0 && !this.silent && this.context?.state === "running";
  }

  /** Plays what is heard between two views. */
  effects(/** @type {import("../shared/views").View | null} */ before, /** @type {import("../shared/views").View} */ after) {
    const sounds = soundsBetween(before, after);
    if (sounds.length === 0 || this.silent || this.context?.state !== "running") return;
    for (const name of sounds) play(this.context, name);
    document.body.dataset.heard = sounds.join(" ");
  }

  /** Plays them; ends early when they are turned off. */
  async play(/** @type {import("../shared/views").View} */ view) {
    const buffers = await Promise.all(view.play.sounds.map((name) => this.fetched(view.game, name)));
    const { context } = this;
    if (this.silent || context === null) return;
    const sounds = buffers.flatMap((buffer) => (buffer === null ? [] : [buffer]));
    if (sounds.length < buffers.length) return;
    let at = context.currentTime + GAP_S;
    const playing = sounds.map((buffer, number) => {
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      source.start(at);
      at += buffer.duration + GAP_S;
      return /** @type {Promise<void>} */ (new Promise((done) =>
        source.addEventListener("ended", () => {
          document.body.dataset.heard = view.play.sounds.slice(0, number + 1).join(" ");
          done();
        }),
      ));
    });
    const hushed = /** @type {Promise<void>} */ (new Promise((done) => (this.hush = () => context.suspend().then(() => this.fresh()).then(done))));
    await Promise.race([Promise.all(playing), hushed]);
  }

  /** After sounds were cut off: what was scheduled is gone with its context. */
  async fresh() {
    const { context } = this;
    this.context = new AudioContext();
    this.made.clear();
    await context?.close();
  }

  async fetched(/** @type {string} */ game, /** @type {string} */ name) {
    const key = `${game}/${name}`;
    if (!this.made.has(key)) {
      const answer = await fetch(`/sound/${key}`).catch(() => null);
      if (!answer?.ok || this.context === null) return null;
      this.made.set(key, await this.context.decodeAudioData(await answer.arrayBuffer()));
    }
    return this.made.get(key) ?? null;
  }
}
