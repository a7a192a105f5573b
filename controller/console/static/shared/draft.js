// A program while it is laid: rows of cards, and where the next card goes. Plain values; no page is needed.

export const ROWS = 4;
export const MOST_CARDS = 5;

/**
 * @typedef {object} Draft
 * @property {string[][]} rows The cards of each row, from the left.
 * @property {number} selected The row into which the next card goes.
 */

const QUESTIONS = ["if enemy", "if attacked"];
const REPEATS = ["repeat 2", "repeat 3"];

/**
 * How a row of cards reads: empty, a whole row, one that wants more cards, or none at all. The grammar is the rules': an
 * action; repeat and an action; or a question, then what is done if so, then what is done if not.
 * @param {string[]} cards
 * @returns {"empty" | "whole" | "open" | "wrong"}
 */
export function reading(cards) {
  if (cards.length === 0) return "empty";
  let index = 0;
  let arms = 1;
  if (QUESTIONS.includes(cards[0])) {
    index = 1;
    arms = 2;
  }
  for (let arm = 0; arm < arms; arm += 1) {
    if (index >= cards.length) return "open";
    if (QUESTIONS.includes(cards[index])) return "wrong";
    if (REPEATS.includes(cards[index])) {
      index += 1;
      if (index >= cards.length) return "open";
      if (QUESTIONS.includes(cards[index]) || REPEATS.includes(cards[index])) return "wrong";
    }
    index += 1;
  }
  return index === cards.length ? "whole" : "wrong";
}

/** @returns {Draft} */
export const emptyDraft = () => ({ rows: Array.from({ length: ROWS }, () => []), selected: 0 });

/**
 * The draft of cards that lie there already: the next one goes into the first row that is not whole.
 * @param {string[][]} rows
 * @returns {Draft}
 */
export function draftOf(rows) {
  const filled = Array.from({ length: ROWS }, (_, index) => [...(rows[index] ?? [])]);
  return { rows: filled, selected: next(filled, 0) };
}

/**
 * @param {string[][]} rows
 * @param {number} from
 */
function next(rows, from) {
  const order = rows.map((_, index) => (from + index) % ROWS);
  return order.find((index) => reading(rows[index]) !== "whole") ?? from;
}

/**
 * Whether a card may come next in the selected row.
 * @param {Draft} draft
 * @param {string} card
 */
export function fits({ rows, selected }, card) {
  const row = [...rows[selected], card];
  return row.length <= MOST_CARDS && reading(row) !== "wrong";
}

/**
 * The draft with one more card in the selected row; a row that is whole then leaves its place to the next one.
 * @param {Draft} draft
 * @param {string} card
 * @returns {Draft}
 */
export function withCard(draft, card) {
  if (!fits(draft, card)) return draft;
  const rows = draft.rows.map((row, index) => (index === draft.selected ? [...row, card] : row));
  return { rows, selected: reading(rows[draft.selected]) === "whole" ? next(rows, draft.selected) : draft.selected };
}

/**
 * The draft without a card; its row is where the next one goes.
 * @param {Draft} draft
 * @param {number} row
 * @param {number} place
 * @returns {Draft}
 */
export function withoutCard(draft, row, place) {
  const rows = draft.rows.map((cards, index) => (index === row ? cards.filter((_, at) => at !== place) : cards));
  return { rows, selected: row };
}

/**
 * How many of a card are left.
 * @param {Draft} draft
 * @param {Record<string, number>} supply
 * @param {string} card
 */
export function left(draft, supply, card) {
  return (supply[card] ?? 0) - draft.rows.flat().filter((one) => one === card).length;
}

/**
 * Whether every row that is needed is whole. With the rules 2.0 rows may be left out at the end.
 * @param {Draft} draft
 * @param {boolean} all
 */
export function finished({ rows }, all) {
  const read = rows.map(reading);
  if (read.some((one) => one === "open" || one === "wrong")) return false;
  const last = read.lastIndexOf("whole");
  return all ? read.every((one) => one === "whole") : last >= 0 && read.slice(0, last).every((one) => one === "whole");
}
