// Tokens that are laid beside those of a scenario which takes more of them: cells are pressed before the game begins.

import { make, SHAPES } from "../shared/dom.js";
import { named, word } from "../shared/words.js";
import { cellsOf, isDark } from "./game_request.js";

/** What lies in a cell after it was pressed: the next kind that may lie there, or nothing after the last one. */
export function pressed(/** @type {Record<string, string>} */ laid, /** @type {string} */ cell, /** @type {string[]} */ kinds) {
  const { [cell]: before, ...others } = laid;
  const next = kinds[before === undefined ? 0 : kinds.indexOf(before) + 1];
  return next === undefined ? others : { ...others, [cell]: next };
}

/**
 * The scenario's board; cells where nothing lies are buttons.
 * @param {import("../shared/views").TaskChoice} task
 * @param {Record<string, string>} laid Cell -> wall, water or barrel.
 * @param {(laid: Record<string, string>) => void} onChange
 */
export function moreTokens({ size, more_tokens, lying }, laid, onChange) {
  const kinds = more_tokens.map((key) => key.replace(/s$/, ""));
  const board = make("div", { class: "field-board", role: "group", "aria-label": word("board") });
  board.style.gridTemplateColumns = `repeat(${size.split("x")[0]}, 1fr)`;
  board.append(...cellsOf(size).map((cell) => {
    const [own, more] = [lying[cell], laid[cell]];
    const golem = own in SHAPES;
    const what = golem ? named(own) : (own ?? more) === undefined ? word("free.empty") : word(`token.${own ?? more}`);
    const button = make("button", { type: "button", class: isDark(cell) ? "dark" : null, "data-key": `more-${cell}`, "aria-label": `${cell}: ${what}` }, make("span", { class: "cell-name", "aria-hidden": "true" }, cell));
    button.disabled = own !== undefined;
    if (own === undefined) button.setAttribute("aria-pressed", String(more !== undefined));
    if (golem) button.append(make("img", { src: `/art/golem/${own}`, alt: "", class: `shape-${SHAPES[own]}` }));
    else if ((own ?? more) !== undefined) button.append(make("img", { src: `/art/token/${own ?? more}`, alt: "" }));
    button.addEventListener("click", () => onChange(pressed(laid, cell, kinds)));
    return button;
  }));
  return make("fieldset", {}, make("legend", {}, word("play.more-tokens")), make("p", { class: "quiet" }, word("play.more-tokens.hint")), board);
}
