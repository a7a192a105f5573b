// What the facilitator asks for on sheets: who drives, who plays, which cards lie there.

import { CardsSheet } from "./cards_sheet.js";
import { command } from "../shared/commands.js";
import { playerSheet } from "./player_sheet.js";
import { driverSheet } from "./robots.js";
import { tableSheet } from "./table_sheet.js";
import { undoable, undoSheet } from "./undo_sheet.js";

export class Facilitator {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {{ view: () => import("../shared/views").View | null, say: (answer: import("../shared/commands.js").Said) => void, own: boolean, languages: () => Record<string, string>, onSeat: () => Promise<void> }} page
   */
  constructor(sheet, page) {
    this.sheet = sheet;
    this.page = page;
  }

  open(/** @type {import("./sheet.js").Content} */ build, /** @type {(() => void) | null} */ onClose = null) {
    const view = this.page.view();
    if (view !== null) this.sheet.open(view, build, onClose);
  }

  /** Closes the sheet, and says what became of a command; a refusal leaves the sheet open. */
  async give(/** @type {string} */ name, /** @type {object} */ args) {
    const { build } = this.sheet;
    const answer = await command(name, args);
    // Another one may be open by now.
    if (answer.ok && this.sheet.build === build) this.sheet.close();
    this.page.say(answer);
    return answer.ok;
  }

  /** Asks who drives a golem from now on. */
  askDriver = (/** @type {string} */ golem) => {
    this.open(driverSheet(golem, (by) => this.give("replace", { golem, by })));
  };

  /** Shows a player: the name, who plays, skip, leave and come back. */
  askPlayer = (/** @type {string} */ player) => {
    const seated = async (/** @type {string} */ name, /** @type {object} */ args) => {
      if (await this.give(name, { player, ...args })) await this.page.onSeat();
    };
    this.open(
      playerSheet(player, {
        onSeat: (who) => seated("seat", { who }),
        onLeave: (back) => seated("leave", { back }),
        onName: (called) => this.give("name", { player, called }),
        onSkip: (skip) => this.give("skip", { player, skip }),
      }),
    );
  };

  /** Asks to which row to go back. `paused`: the game was stopped for it, and goes on if nothing is chosen. */
  askUndo = async (/** @type {boolean} */ paused) => {
    let chosen = false;
    const steps = await undoable();
    const build = undoSheet(steps, async (step) => {
      chosen = true;
      chosen = await this.give("undo", step);
    });
    this.open(build, () => {
      if (paused && !chosen) command("resume").then(this.page.say);
    });
  };

  /** Shows what holds for the whole table. */
  askTable = async () => {
    const [records, late] = await Promise.all([this.records(), this.lateness()]);
    this.open(tableSheet({ own: this.page.own, languages: this.page.languages(), records, lateness: () => late, onLanguage: (language) => this.set({ language }), onSounds: (sounds) => this.set({ sounds }) }));
  };

  /** Chooses something for all screens; the sheet stays. */
  async set(/** @type {object} */ args) {
    this.page.say(await command("table", args));
  }

  /** @returns {Promise<import("../shared/views").RecordSummary[]>} */
  async records() {
    const answer = await fetch("records.json").catch(() => null);
    return answer?.ok ? (await answer.json()).records : [];
  }

  /** How late the camera's pictures are, s; null where nobody knows.
   * @returns {Promise<number | null>} */
  async lateness() {
    const answer = await fetch("cameras.json").catch(() => null);
    return answer?.ok ? (await answer.json()).latency_s : null;
  }

  /** Asks which cards lie in a row; of a player and a row, if that is known. */
  askCards = (/** @type {string | null} */ player = null, row = 0) => {
    const renew = () => {
      const view = this.page.view();
      if (view !== null) this.sheet.update(view);
    };
    const cards = new CardsSheet(renew, (args) => this.give("card-is", args), (one) => this.give("read-again", { player: one }));
    cards.player = player;
    cards.row = row;
    this.open(cards.build);
  };
}
