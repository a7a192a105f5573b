// The rules of a game with their pictures: what the rules page and the dialog beside the board show alike.

import { ask } from "./api.js";
import { make, pictured } from "./dom.js";
import { language, pick, word } from "./words.js";

/** @type {Map<string, Promise<import("./views").RulebookView>>} */
const known = new Map();

/**
 * The rules of a game; a failure is not remembered.
 * @param {string} game
 */
export function rulesOf(game) {
  const found = known.get(game) ?? ask(`/rules/${encodeURIComponent(game)}.json`);
  known.set(game, found);
  found.catch(() => known.delete(game));
  return found;
}

/** Puzzles are played by the rules of their game.
 * @param {string} game */
export const ruledBy = (game) => (game === "golem_puzzles" ? "golems" : game);

/**
 * Everything below the title.
 * @param {import("./views").RulebookView} rules
 */
export function rulebookParts(rules) {
  const sheet = make("a", { class: "button", href: `/rules/${encodeURIComponent(rules.game)}.pdf?language=${language()}`, target: "_blank" }, word("rules.sheet"));
  return [
    make("div", { class: "rule-aim" }, picture(rules.picture), make("p", {}, pick(rules.aim))),
    make("h2", {}, word("rules.how")),
    make("ol", { class: "rule-list" }, ...rules.steps.map((one, index) => entry(one, `${index + 1}. `))),
    make("h2", {}, pick(rules.legend_title)),
    legendOf(rules),
    make("p", { class: "rule-sheet" }, sheet),
  ];
}

/**
 * All that has a name, with its picture and what it does.
 * @param {import("./views").RulebookView} rules
 */
export const legendOf = (rules) => make("ul", { class: "rule-list small" }, ...rules.legend.map((one) => entry(one)));

/**
 * @param {import("./views").RuleEntryView} one
 * @param {string} before
 */
function entry(one, before = "") {
  return make("li", { "data-key": one.key }, picture(one.picture), make("div", {}, make("h3", {}, `${before}${pick(one.heading)}`), make("p", {}, pick(one.text))));
}

/** @param {string} name */
const picture = (name) => pictured(make("span", { class: "rule-picture", "aria-hidden": "true" }), name);
