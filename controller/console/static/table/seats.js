// The seats that are played on phones: a QR code for each, who has come, and how to free one.

import { ask, post } from "../shared/api.js";
import { emblem, make } from "../shared/dom.js";
import { named, word } from "../shared/words.js";

const AGAIN_MS = 2000;

export class Seats {
  /**
   * @param {{ dialog: HTMLDialogElement, list: HTMLElement, button: HTMLButtonElement }} parts
   * @param {string} game
   */
  constructor(parts, game) {
    this.parts = parts;
    this.game = game;
    /** As they were told last.
     * @type {import("../shared/views").SeatView[]} */
    this.seats = [];
    /** How often the seats were asked for: an answer to an earlier question is old. */
    this.questions = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    parts.button.addEventListener("click", () => this.show());
  }

  /** Shows the codes at once, if somebody has not come yet. */
  async begin() {
    const seats = await this.asked();
    this.parts.button.hidden = seats.length === 0;
    if (seats.some((seat) => !seat.taken)) await this.show();
  }

  /** @returns {Promise<import("../shared/views").SeatView[]>} */
  async asked() {
    return (await ask(`/api/games/${this.game}/seats.json`)).seats;
  }

  async show() {
    await this.look();
    if (!this.parts.dialog.open) this.parts.dialog.showModal();
    this.lookAgain();
  }

  /** Draws the seats as they are now; what was asked for later is newer. */
  async look() {
    const mine = (this.questions += 1);
    const seats = await this.asked();
    if (mine === this.questions) this.draw(seats);
  }

  /** Looks again and again, as long as the codes are shown; nobody may answer for a while. */
  lookAgain() {
    clearTimeout(this.later);
    this.later = setTimeout(async () => {
      if (!this.parts.dialog.open) return;
      await this.look().catch(() => {});
      this.lookAgain();
    }, AGAIN_MS);
  }

  /** @param {import("../shared/views").SeatView[]} seats */
  draw(seats) {
    this.seats = seats;
    const print = JSON.stringify([seats, document.documentElement.lang]);
    if (this.parts.list.dataset.print === print) return;
    this.parts.list.dataset.print = print;
    this.parts.list.replaceChildren(...seats.map((seat) => this.seat(seat)));
  }

  /** Draws what is shown in another language. */
  drawAgain() {
    if (this.parts.dialog.open) this.draw(this.seats);
  }

  /** @param {import("../shared/views").SeatView} seat */
  seat(seat) {
    const title = make("h3", {}, emblem(seat.player), named(seat.player));
    if (seat.taken) {
      const free = make("button", { type: "button" }, word("seats.free", { name: named(seat.player) }));
      free.addEventListener("click", async () => {
        await post(`/api/games/${this.game}/seats/${seat.player}/free`);
        await this.look();
      });
      return make("li", { class: "seat-code" }, title, make("p", {}, word("seats.taken")), free);
    }
    const code = make("img", { src: `/api/qr.svg?text=${encodeURIComponent(seat.address)}`, alt: word("seats.code", { name: named(seat.player) }), width: 200, height: 200 });
    return make("li", { class: "seat-code" }, title, code, make("p", { class: "address" }, seat.address));
  }
}
