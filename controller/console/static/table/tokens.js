// Tokens painted on the mat before an ordinary game begins: choose a kind, press cells.

import { command } from "../shared/commands.js";
import { arrange, make, makeSvg, say, symbol } from "../shared/dom.js";
import { word } from "../shared/words.js";

const KINDS = ["wall", "water", "barrel"];
const CELL = 100;

/** The tokens by their keys in files, after one cell was pressed: a kind is laid there, or whatever lies there taken off. */
export function painted(/** @type {import("../shared/views").Token[]} */ tokens, /** @type {string} */ kind, /** @type {string} */ spot) {
  const same = tokens.some((token) => token.spot === spot && token.kind === kind);
  const left = tokens.filter((token) => token.spot !== spot);
  const laid = kind === "" || same ? left : [...left, { kind, spot }];
  return Object.fromEntries(KINDS.map((one) => [`${one}s`, laid.filter((token) => token.kind === one).map((token) => token.spot)]));
}

/** The facilitator's palette beside the commands, and the cells of the mat as buttons while tokens may be laid. */
export class TokenPainter {
  constructor(/** @type {HTMLElement} */ palette, /** @type {import("../shared/board.js").Board} */ board, /** @type {(answer: import("../shared/commands.js").Said) => void} */ say) {
    this.palette = palette;
    this.board = board;
    this.say = say;
    this.kind = "wall";
    /** Whether cells are pressed to paint. */
    this.open = false;
    /** @type {import("../shared/views").Token[]} */
    this.tokens = [];
    /** Opens the palette and shuts it; it stays where it is, so that it keeps the keys. */
    this.opener = this.button("open", () => this.choose(!this.open, this.kind));
    this.kinds = ["", ...KINDS].map((kind) => this.button(kind, () => this.choose(true, kind)));
  }

  button(/** @type {string} */ kind, /** @type {() => void} */ press) {
    const pictures = kind === "barrel" ? [symbol("barrel")] : [];
    const button = make("button", { type: "button", class: "plain", "data-paint": kind === "" ? "nothing" : kind }, ...pictures, make("span", {}));
    button.addEventListener("click", press);
    return button;
  }

  update(/** @type {import("../shared/views").View} */ view) {
    const may = view.may.includes("tokens");
    if (!may) this.open = false;
    this.tokens = view.play.tokens;
    this.palette.hidden = !may;
    this.show();
  }

  choose(/** @type {boolean} */ open, /** @type {string} */ kind) {
    this.open = open;
    this.kind = kind;
    this.show();
  }

  show() {
    this.opener.setAttribute("aria-expanded", String(this.open));
    label(this.opener, word("tokens.choose"));
    this.kinds.forEach((button, at) => {
      const kind = ["", ...KINDS][at];
      button.setAttribute("aria-pressed", String(kind === this.kind));
      label(button, word(`tokens.${kind === "" ? "nothing" : kind}`));
    });
    arrange(this.palette, [this.opener, ...(this.open ? this.kinds : [])]);
    this.cover();
  }

  /** A button over each cell of the mat, while tokens are painted. */
  cover() {
    const { mat } = this.board;
    const svg = mat.querySelector("svg");
    const before = svg?.querySelector(".layer-paint") ?? null;
    if (!this.open || !svg) {
      before?.remove();
      mat.setAttribute("aria-hidden", "true");
      return;
    }
    if (before === null) {
      // The picture itself is told in words elsewhere; now its cells are pressed.
      for (const part of svg.children) part.setAttribute("aria-hidden", "true");
      svg.append(makeSvg("g", { class: "layer-paint" }, ...[...this.board.places].map(([spot, place]) => this.cell(spot, place))));
    }
    mat.removeAttribute("aria-hidden");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", word("tokens.choose"));
    for (const cell of svg.querySelectorAll(".paint")) {
      const spot = /** @type {string} */ (cell.getAttribute("data-cell"));
      const there = this.tokens.filter((token) => token.spot === spot).map((token) => word(`tokens.${token.kind}`));
      cell.setAttribute("aria-label", [spot, ...there].join(": "));
    }
  }

  cell(/** @type {string} */ spot, /** @type {{ x: number, y: number }} */ { x, y }) {
    const cell = makeSvg("rect", { class: "paint", x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, tabindex: 0, role: "button", "data-cell": spot });
    cell.addEventListener("click", () => this.paint(spot));
    cell.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key)) return;
      // The space bar would move the page.
      event.preventDefault();
      this.paint(spot);
    });
    return cell;
  }

  async paint(/** @type {string} */ spot) {
    const answer = await command("tokens", { tokens: painted(this.tokens, this.kind, spot) });
    if (!answer.ok) this.say(answer);
  }
}

function label(/** @type {HTMLElement} */ button, /** @type {string} */ text) {
  say(/** @type {HTMLElement} */ (button.lastElementChild), text);
}
