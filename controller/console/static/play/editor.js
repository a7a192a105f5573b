// Free set-up: a board on which golems and tokens are put by touch, mouse or keys; lives, sides, energy.

import { make, SHAPES } from "../shared/dom.js";
import { named, word } from "../shared/words.js";
import { cellsOf, isDark } from "./game_request.js";

const COLOURS = ["red", "blue", "yellow", "green"];
const TOKENS = ["wall", "water", "barrel"];
const FACINGS = ["N", "E", "S", "W"];
const ERASE = "erase";
const TURN = { N: 0, E: 90, S: 180, W: 270 };

export class Editor {
  /**
   * @param {HTMLElement} element
   * @param {(free: import("./game_request.js").FreeSetup) => void} onChange
   * @param {(free: import("./game_request.js").FreeSetup) => void} onEntry While a number is typed: nothing need be drawn anew.
   */
  constructor(element, onChange, onEntry) {
    this.element = element;
    this.onChange = onChange;
    this.onEntry = onEntry;
    this.tool = "wall";
  }

  /**
   * @param {import("./game_request.js").FreeSetup} free
   * @param {string} board
   */
  update(free, board) {
    this.free = free;
    const kept = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.element.replaceChildren(this.tools(), this.field(free, board), this.golems(free), this.energy(free));
    if (kept) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${kept}"]`))?.focus();
  }

  tools() {
    const button = (/** @type {string} */ tool, /** @type {string} */ text) => {
      const made = make("button", { type: "button", "aria-pressed": String(tool === this.tool), "data-key": `tool-${tool}` }, text);
      made.addEventListener("click", () => {
        this.tool = tool;
        if (this.free) this.onChange(this.free);
      });
      return made;
    };
    return make("div", { class: "tools-row", role: "group", "aria-label": word("free.tools") },
      ...TOKENS.map((token) => button(token, word(`token.${token}`))), ...COLOURS.map((colour) => button(colour, named(colour))), button(ERASE, word("free.erase")));
  }

  /**
   * @param {import("./game_request.js").FreeSetup} free
   * @param {string} board
   */
  field(free, board) {
    const field = make("div", { class: "field-board", role: "group", "aria-label": word("board") });
    field.style.gridTemplateColumns = `repeat(${board.split("x")[0]}, 1fr)`;
    const cells = cellsOf(board).map((cell) => {
      const golem = COLOURS.find((colour) => free.golems[colour]?.at === cell);
      const token = free.tokens[cell];
      const what = golem ? `${named(golem)}, ${word(`heading.${free.golems[golem].facing}`)}` : token ? word(`token.${token}`) : word("free.empty");
      const button = make("button", { type: "button", class: isDark(cell) ? "dark" : null, "data-key": `cell-${cell}`, "aria-label": `${cell}: ${what}` }, make("span", { class: "cell-name", "aria-hidden": "true" }, cell));
      if (golem) {
        const picture = make("img", { src: `/art/golem/${golem}`, alt: "", class: `shape-${SHAPES[golem]}` });
        picture.style.transform = `rotate(${TURN[/** @type {keyof typeof TURN} */ (free.golems[golem].facing)]}deg)`;
        button.append(picture);
      } else if (token) button.append(make("img", { src: `/art/token/${token}`, alt: "" }));
      button.addEventListener("click", () => this.touch(cell));
      return button;
    });
    field.append(...cells);
    return field;
  }

  /** @param {string} cell */
  touch(cell) {
    if (!this.free) return;
    const { tokens, golems, energy } = this.free;
    const here = COLOURS.find((colour) => golems[colour]?.at === cell);
    const otherTokens = Object.fromEntries(Object.entries(tokens).filter(([at]) => at !== cell));
    const otherGolems = Object.fromEntries(Object.entries(golems).filter(([name]) => name !== here));
    if (COLOURS.includes(this.tool)) {
      // Touched again, it turns.
      const before = golems[this.tool] ?? { at: cell, facing: "W", lives: "3", side: this.tool };
      const facing = before.at === cell ? FACINGS[(FACINGS.indexOf(before.facing) + 1) % FACINGS.length] : before.facing;
      this.onChange({ tokens: otherTokens, golems: { ...otherGolems, [this.tool]: { ...before, at: cell, facing } }, energy });
    } else if (this.tool === ERASE || tokens[cell] === this.tool) this.onChange({ tokens: otherTokens, golems: otherGolems, energy });
    else this.onChange({ tokens: { ...otherTokens, [cell]: this.tool }, golems: otherGolems, energy });
  }

  /** @param {import("./game_request.js").FreeSetup} free */
  golems(free) {
    const rows = COLOURS.filter((colour) => colour in free.golems).map((colour) => {
      const golem = free.golems[colour];
      const lives = number(`lives-${colour}`, golem.lives, (text) => this.onEntry(this.withGolem(colour, { lives: text })));
      const side = make("select", { "data-key": `side-${colour}` }, ...COLOURS.map((name) => make("option", { value: name }, named(name))));
      side.value = golem.side;
      side.addEventListener("change", () => this.onChange(this.withGolem(colour, { side: side.value })));
      return make("fieldset", {}, make("legend", {}, named(colour)), make("div", { class: "fields" },
        make("label", { class: "field" }, word("free.lives"), lives), make("label", { class: "field" }, word("free.side"), side)));
    });
    return make("div", { class: "fields" }, ...rows);
  }

  /**
   * The set-up with something else of a golem. What was typed a moment ago is in it.
   * @param {string} colour
   * @param {{ lives?: string, side?: string }} other
   */
  withGolem(colour, other) {
    const free = /** @type {import("./game_request.js").FreeSetup} */ (this.free);
    this.free = { ...free, golems: { ...free.golems, [colour]: { ...free.golems[colour], ...other } } };
    return this.free;
  }

  /** @param {import("./game_request.js").FreeSetup} free */
  energy(free) {
    const input = number("energy", free.energy, (energy) => {
      this.free = { .../** @type {import("./game_request.js").FreeSetup} */ (this.free), energy };
      this.onEntry(this.free);
    });
    return make("div", { class: "fields" }, make("label", { class: "field" }, word("free.energy"), input));
  }
}

/**
 * A field for a number. It takes any text, so that what is no number stays to be mended.
 * @param {string} key
 * @param {string} value
 * @param {(text: string) => void} onEntry
 */
function number(key, value, onEntry) {
  const input = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 20, value, "data-key": key });
  input.addEventListener("input", () => onEntry(input.value));
  return input;
}
