// Undo to any row in one touch: a list of rows, each with what will happen, the newest first.

import { choice, remark } from "./sheet.js";
import { make } from "../shared/dom.js";
import { listed, named, word } from "../shared/words.js";

/** A game of the front door has neither robots nor pieces on a table. */
const ON_SCREENS = /^\/games\//;

/**
 * What can be undone, as the table tells it.
 * @returns {Promise<import("../shared/views").UndoStep[]>}
 */
export async function undoable() {
  const answer = await fetch("undo.json").catch(() => null);
  return answer?.ok ? (await answer.json()).steps : [];
}

/**
 * @param {import("../shared/views").UndoStep[]} steps
 * @param {(args: { round: number, row: number, rows: number }) => void} onStep Hears the newest row, and how many to go back by.
 * @returns {import("./sheet.js").Content}
 */
export const undoSheet = (steps, onStep) => (view) => {
  const [newest] = steps;
  const now = view.story.at(-1);
  // What was said of these rows holds as long as no other one is the newest.
  const possible = view.may.includes("undo") && newest?.round === now?.round && newest?.row === now?.row;
  return {
    title: word("undo.title"),
    value: [steps, possible],
    parts: () => [
      remark(word(ON_SCREENS.test(location.pathname) ? "undo.screen" : view.play.mat === "" ? "undo.by-hand" : "undo.how")),
      make("div", { class: "choices rows" }, ...steps.map(({ round, row, rows, golems }) =>
        choice({ name: `undo-${round}-${row}`, title: word(view.trays ? "story.row" : "story.step", { round, row }), hint: [word("undo.rows", { n: rows }), ...where(golems)].join(" "), possible }, () => onStep({ round: newest.round, row: newest.row, rows })))),
    ],
  };
};

/** Where golems go back to. */
function where(/** @type {import("../shared/views").UndoneGolem[]} */ golems) {
  if (golems.length === 0) return [];
  return [word("undo.golems", { golems: listed(golems.map(({ name, cell, heading }) => word("undo.golem", { name: named(name), cell, heading: word(`heading.${heading}`) }))) })];
}
