// The end is celebrated: paper of all colours falls over the board, once for each game that somebody has won.

import { make } from "../shared/dom.js";

const PIECES = 48;
const COLOURS = ["red", "blue", "yellow", "green"];

export class Confetti {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.thrown = false;
  }

  /** @param {import("../shared/views").View} view */
  update(view) {
    const won = view.winners !== null && view.winners.length > 0;
    if (won === this.thrown) return;
    this.thrown = won;
    this.element.replaceChildren(...(won ? Array.from({ length: PIECES }, (_, index) => piece(index)) : []));
  }
}

/**
 * A piece of paper: where it falls, how fast and how it turns follow from its number.
 * @param {number} index
 */
function piece(index) {
  const paper = make("i", { class: `of-${COLOURS[index % COLOURS.length]}` });
  paper.style.setProperty("--x", `${(index * 37) % 100}%`);
  paper.style.setProperty("--s", `${2.4 + ((index * 13) % 10) / 5}s`);
  paper.style.setProperty("--d", `${((index * 29) % 20) / 10}s`);
  paper.style.setProperty("--turn", `${360 + ((index * 61) % 5) * 180}deg`);
  return paper;
}
