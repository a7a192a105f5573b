// The guided first game: a strip that says what to do, over the board. It can be left out, and stays left out.

import { make, pictured, renew } from "../shared/dom.js";
import { language, word } from "../shared/words.js";
import { guideStep, STEPS } from "./guide_steps.js";

/** @type {Record<number, string>} */
const PICTURES = { 1: "move", 2: "lay", 3: "lay", 4: "ready", 5: "move", 6: "win" };

export class Guide {
  /**
   * @param {HTMLElement} element
   * @param {string} game Its name at the front door.
   * @param {{ onCard: (card: string | null) => void, onKept: () => void }} hear Which card is to be touched; that help begins or ends.
   */
  constructor(element, game, { onCard, onKept }) {
    this.onKept = onKept;
    this.element = element;
    this.kept = `golem-guide-${game}`;
    this.onCard = onCard;
  }

  /**
   * Shows the step, and returns whether there is one.
   * @param {import("../shared/views").View} view
   * @param {import("../shared/draft.js").Draft | null} draft
   */
  update(view, draft) {
    const state = localStorage.getItem(this.kept);
    const step = state === "skipped" ? null : guideStep(view, draft, state === "begun");
    this.element.hidden = step === null;
    this.onCard(step?.card ?? null);
    if (step === null) return false;
    const watching = step.key === "guide.watch";
    renew(this.element, [language(), step], () => [
      pictured(make("span", { class: "next-picture", "aria-hidden": "true" }), `next/${watching ? "watch" : PICTURES[step.number]}`),
      make("p", { role: "status" }, make("small", {}, word("guide.step", { n: step.number, count: STEPS })), word(step.key)),
      make("div", { class: "guide-buttons" }, ...this.buttons(step)),
    ]);
    return true;
  }

  /** @param {import("./guide_steps.js").GuideStep} step */
  buttons(step) {
    if (step.button === "play") return [make("a", { class: "button primary", href: "/play" }, word("guide.play"))];
    const skip = make("button", { type: "button", class: "plain" }, word("guide.skip"));
    skip.addEventListener("click", () => this.keep("skipped"));
    if (step.button !== "begin") return [skip];
    const begin = make("button", { type: "button", class: "primary" }, word("guide.begin"));
    begin.addEventListener("click", () => this.keep("begun"));
    return [begin, skip];
  }

  /** @param {string} state */
  keep(state) {
    localStorage.setItem(this.kept, state);
    this.onKept();
  }
}
