// The rules of the game that is played, in a dialog beside the board: cards and pieces with their pictures and names.

import { make, renew } from "../shared/dom.js";
import { ruledBy, rulebookParts, rulesOf } from "../shared/rulebook.js";
import { language, pick } from "../shared/words.js";

export class Rules {
  /**
   * @param {{ button: HTMLElement, dialog: HTMLDialogElement, content: HTMLElement }} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {string | null} */
    this.game = null;
    parts.button.addEventListener("click", () => this.toggle());
  }

  /**
   * The button is there where the game has rules to read.
   * @param {import("../shared/views").View} view
   */
  async update(view) {
    const game = ruledBy(view.game);
    if (this.game === game) {
      if (this.parts.dialog.open) await this.show();
      return;
    }
    this.game = game;
    this.parts.button.hidden = await rulesOf(game).then(() => false, () => true);
  }

  /** Not modal: the emergency stop stays within reach. */
  async toggle() {
    const { dialog } = this.parts;
    if (dialog.open) {
      dialog.close();
      return;
    }
    await this.show();
    dialog.show();
    // The button below has the focus; the rules are read from their beginning.
    dialog.scrollTop = 0;
  }

  async show() {
    if (this.game === null) return;
    const rules = await rulesOf(this.game);
    renew(this.parts.content, [language(), rules.game], () => [make("h2", { id: "rules-name" }, pick(rules.title)), make("div", { class: "rulebook" }, ...rulebookParts(rules))]);
  }
}
