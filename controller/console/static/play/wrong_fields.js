// What is wrong with a wish for a game, shown at the fields that say it. What was typed stays.

import { make } from "../shared/dom.js";
import { pick } from "../shared/words.js";

/** A mistake: where it stands in the wish, and what is wrong. @typedef {{ at: string, text: import("../shared/views").Words }} Problem */

/** Places with fields of another name; the first field that is there is marked.
 * @type {[RegExp, string[]][]} */
const FIELDS = [
  [/^seats\.(.+)$/, ["seat-$1"]],
  [/^seats$/, ["count", "seat-red"]],
  [/^names\.(.+)$/, ["name-$1"]],
  [/^chosen\.([^.[]+)/, ["term-$1"]],
  [/^parts\.([^.[]+)\.([^.[]+)/, ["part-$1-$2", "part-$1"]],
  [/^parts\.([^.[]+)/, ["part-$1"]],
  [/^bots/, ["bot-file"]],
  [/^tokens/, ["scenario"]],
  [/^setup\.golems\.([^.]+)\.(lives|side)/, ["$2-$1"]],
  [/^setup\.energy/, ["energy"]],
  [/^setup/, ["free"]],
  [/^(way|rules|board|scenario|puzzle|place|dice)$/, ["$1", "$1-"]],
];

/**
 * The fields (`data-key`) that a place of a wish stands for, the likeliest first; one that ends with a hyphen is any of several.
 * @param {string} at
 * @returns {string[]}
 */
export function fieldsOf(at) {
  const found = FIELDS.find(([place]) => place.test(at));
  return found === undefined ? [] : found[1].map((key) => (/** @type {RegExpExecArray} */ (found[0].exec(at))).reduce((text, part, index) => text.replace(`$${index}`, part), key));
}

/**
 * Marks the fields of a form that are wrong, and opens what hides them. Returns the marked fields, one for each mistake that is shown so.
 * @param {HTMLElement} form
 * @param {Problem[]} problems
 */
export function markWrong(form, problems) {
  /** @type {HTMLElement[]} */
  const marked = [];
  problems.forEach(({ at, text }, number) => {
    const field = fieldsOf(at).map((key) => /** @type {HTMLElement | null} */ (form.querySelector(key.endsWith("-") ? `[data-key^="${CSS.escape(key)}"]` : `[data-key="${CSS.escape(key)}"]`))).find((one) => one !== null);
    if (!field) return;
    const told = make("small", { class: "wrong", role: "status", id: `wrong-${number}` }, pick(text));
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), told.id].filter(Boolean).join(" "));
    const place = field.closest(".field");
    if (place !== null) place.append(told);
    else (field.closest("label") ?? field).after(told);
    for (let hidden = field.closest("details"); hidden !== null; hidden = hidden.parentElement?.closest("details") ?? null) hidden.open = true;
    marked.push(field);
  });
  return marked;
}
