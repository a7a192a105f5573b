// What the cameras saw, where pictures were kept: shown over the drawn board.

import { make, part, say } from "../shared/dom.js";
import { word } from "../shared/words.js";

export class SeenPictures {
  /** @param {() => void} onChange Somebody wants to see something else. */
  constructor(onChange) {
    this.choice = part("shown", HTMLSelectElement);
    this.figure = part("seen", HTMLElement);
    this.picture = part("seen-picture", HTMLImageElement);
    this.choice.addEventListener("change", onChange);
    // Nothing was kept of this step.
    this.picture.addEventListener("error", () => this.show(false));
    this.picture.addEventListener("load", () => this.show(true));
  }

  /** Offers these cameras; none were kept, or this browser may not see them: nothing is offered. */
  offer(/** @type {string[]} */ cameras) {
    const chosen = this.choice.value;
    this.choice.replaceChildren(make("option", { value: "" }, word("replay.drawn")),
      ...cameras.map((name, index) => make("option", { value: index }, cameras.length === 1 ? word("replay.camera") : word("replay.camera.of", { camera: name }))));
    this.choice.value = chosen;
    part("shown-entry", HTMLElement).hidden = cameras.length === 0;
  }

  /** Shows what was seen at a step, if somebody wants to. */
  update(/** @type {number} */ step) {
    const camera = this.choice.value;
    this.figure.hidden = camera === "";
    if (camera !== "") this.picture.src = `picture/${step}/${camera}`;
  }

  show(/** @type {boolean} */ kept) {
    this.picture.hidden = !kept;
    this.picture.alt = word("replay.camera");
    say(part("seen-none", HTMLElement), kept ? "" : word("replay.camera.none"));
    document.body.dataset.seen = kept ? this.picture.src : "";
  }
}
