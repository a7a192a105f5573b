// What a child sees first: the next step in one sentence and one picture, and the own tray where cards lie before a camera.

import { emblem, make, pictured, renew, symbol } from "../shared/dom.js";
import { language, pick, word } from "../shared/words.js";
import { nextStep } from "./next_step.js";
import { called } from "./player_sheet.js";

/** Shows the next step in an element that tells it to screen readers too. */
export class NextStepBar {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /**
   * @param {import("../shared/views").View} view
   * @param {string[]} mine
   * @param {{ draft: import("../shared/draft.js").Draft, all: boolean } | null} own
   */
  update(view, mine, own) {
    const step = nextStep(view, mine, own);
    this.element.hidden = step === null;
    if (step === null) return;
    const { player, ...about } = step.about;
    const name = player === undefined ? "" : called(view, player);
    renew(this.element, [language(), step, name], () => [
      pictured(make("span", { class: "next-picture", "aria-hidden": "true", "data-picture": step.picture }), `next/${step.picture}`),
      make("p", {}, word(step.key, { ...about, name })),
    ]);
  }
}

/** A player's own tray as the camera sees it: each row with a tick, or with what is wrong. Which cards lie there nobody is told. */
export class OwnTray {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /**
   * @param {import("../shared/views").View} view
   * @param {string} player
   */
  update(view, player) {
    const hand = view.hands[player];
    const shown = view.trays && !view.screen && view.phase === "programs" && hand !== undefined && hand.lanes.length > 0;
    this.element.hidden = !shown;
    if (!shown) return;
    renew(this.element, [language(), called(view, player), hand], () => [
      make("h2", {}, emblem(player), word("tray.yours", { name: called(view, player) })),
      make("ol", { class: "tray-rows" }, ...hand.lanes.map((lane, index) => row(lane, index + 1))),
      make("ul", { class: "problems" }, ...hand.problems.map((problem) => make("li", {}, pick(problem)))),
    ]);
  }
}

/**
 * @param {string} lane
 * @param {number} number
 */
function row(lane, number) {
  const sign = lane === "laid" ? symbol("tick") : lane === "wrong" ? make("b", { "aria-hidden": "true" }, "!") : make("span", { class: "tray-gap", "aria-hidden": "true" });
  return make("li", { class: `tray-row is-${lane}` }, make("b", { class: "slot-number" }, String(number)), sign, make("span", {}, word(`tray.${lane}`)));
}

/**
 * Who sits here, at a table with a camera: everybody may look at any tray, for nothing on it is told.
 * @param {import("../shared/views").View} view
 * @param {string} chosen
 * @param {(player: string) => void} onChoice
 */
export function whoAmI(view, chosen, onChoice) {
  const buttons = Object.keys(view.play.players).map((player) => {
    const button = make("button", { type: "button", class: "plain", "aria-pressed": String(player === chosen) }, emblem(player), called(view, player));
    button.addEventListener("click", () => onChoice(player));
    return button;
  });
  return [make("span", {}, word("child.who")), ...buttons];
}
