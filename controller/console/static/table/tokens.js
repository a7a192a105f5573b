// Tokens painted on the mat before an ordinary game begins: choose a kind, press cells.

import { command } from "../shared/commands.js";
import { make, makeSvg, renew, symbol } from "../shared/dom.js";
import { language, word } from "../shared/words.js";

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
  constructor(/** @type {HTMLElement} */ palette, /** @type {import("../shared/board.js").Board} */ board, /** @type {(answer: { ok: boolean, text: string }) => void} */ say) {
    this.palette = palette;
    this.board = board;
    this.say = say;
    this.kind = "";
    /** Whether cells are pressed to paint. */
    this.open = false;
  }

  update(/** @type {import("../shared/views").View} */ view) {
    const may = view.may.includes("tokens");
    if (!may) this.open = false;
    this.palette.hidden = !may;
    renew(this.palette, [language(), may, this.open, this.kind], () => (may ? this.choices(view) : []));
    this.cover(view);
  }

  choices(/** @type {import("../shared/views").View} */ view) {
    const shut = make("button", { type: "button", class: "plain", "aria-expanded": String(this.open), "data-paint": "open" }, word("tokens.choose"));
    shut.addEventListener("click", () => this.choose(!this.open, this.kind || "wall", view));
    if (!this.open) return [shut];
    const kinds = ["", ...KINDS].map((kind) => {
      const pressed = String(kind === this.kind);
      const name = kind === "" ? "nothing" : kind;
      const button = make("button", { type: "button", class: "plain", "aria-pressed": pressed, "data-paint": name }, ...(kind === "barrel" ? [symbol("barrel")] : []), word(`tokens.${name}`));
      button.addEventListener("click", () => this.choose(true, kind, view));
      return button;
    });
    return [shut, ...kinds];
  }

  choose(/** @type {boolean} */ open, /** @type {string} */ kind, /** @type {import("../shared/views").View} */ view) {
    this.open = open;
    this.kind = kind;
    this.update(this.view ?? view);
  }

  /** A button over each cell of the mat, while tokens are painted. */
  cover(/** @type {import("../shared/views").View} */ view) {
    this.view = view;
    const svg = this.board.mat.querySelector("svg");
    const before = svg?.querySelector(".layer-paint");
    if (!this.open || !svg) {
      before?.remove();
      return;
    }
    if (before) return;
    const cells = [...this.board.places].map(([spot, { x, y }]) => {
      const cell = makeSvg("rect", { class: "paint", x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, tabindex: 0, role: "button", "aria-label": spot, "data-cell": spot });
      cell.addEventListener("click", () => this.paint(spot));
      cell.addEventListener("keydown", (event) => {
        if (/** @type {KeyboardEvent} */ (event).key === "Enter") this.paint(spot);
      });
      return cell;
    });
    svg.append(makeSvg("g", { class: "layer-paint" }, ...cells));
  }

  async paint(/** @type {string} */ spot) {
    if (!this.view) return;
    const answer = await command("tokens", { tokens: painted(this.view.play.tokens, this.kind, spot) });
    if (!answer.ok) this.say(answer);
  }
}
