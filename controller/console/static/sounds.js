// The sounds of dice that are thrown on the screen, one after the other; the face is shown after the last.
// Browsers play nothing before somebody has touched the page.

import { symbol } from "./dom.js";
import { word } from "./words.js";

const KEPT = "golem-sounds";
const GAP_S = 0.06;

export class Sounds {
  /** `button` turns them off and on. */
  constructor(button) {
    this.button = button;
    this.muted = localStorage.getItem(KEPT) === "off";
    this.context = null;
    this.made = new Map();
    this.throws = null;
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

  show() {
    this.button.setAttribute("aria-pressed", String(!this.muted));
    this.button.setAttribute("aria-label", word(this.muted ? "sounds.off" : "sounds.on"));
    this.button.replaceChildren(symbol(this.muted ? "mute" : "sound"));
  }

  /** Whether a view tells of a throw that the one before did not: then its sounds come first. */
  announces(view) {
    const sounds = view.play.sounds;
    this.button.hidden = sounds.length === 0;
    if (!this.button.hidden) this.show();
    const before = this.throws;
    this.throws = view.play.throws;
    // A throw that was taken back, and views of before the page was opened, make no noise.
    const thrown = before !== null && this.throws === before + 1;
    return thrown && sounds.length > 0 && !this.muted && this.context?.state === "running";
  }

  /** Plays them; ends early when they are turned off. */
  async play(view) {
    const buffers = await Promise.all(view.play.sounds.map((name) => this.fetched(view.game, name)));
    if (this.muted || buffers.includes(null)) return;
    let at = this.context.currentTime + GAP_S;
    const playing = buffers.map((buffer, number) => {
      const source = new AudioBufferSourceNode(this.context, { buffer });
      source.connect(this.context.destination);
      source.start(at);
      at += buffer.duration + GAP_S;
      return new Promise((done) =>
        source.addEventListener("ended", () => {
          document.body.dataset.heard = view.play.sounds.slice(0, number + 1).join(" ");
          done();
        }),
      );
    });
    await Promise.race([Promise.all(playing), new Promise((done) => (this.hush = () => this.context.suspend().then(() => this.fresh()).then(done)))]);
  }

  /** After sounds were cut off: what was scheduled is gone with its context. */
  async fresh() {
    const { context } = this;
    this.context = new AudioContext();
    this.made.clear();
    await context.close();
  }

  async fetched(game, name) {
    const key = `${game}/${name}`;
    if (!this.made.has(key)) {
      const answer = await fetch(`/sound/${key}`).catch(() => null);
      if (!answer?.ok) return null;
      this.made.set(key, await this.context.decodeAudioData(await answer.arrayBuffer()));
    }
    return this.made.get(key);
  }
}
