// The guided first game of Battle of Golems: what is said at each step. Plain values, from what lies on the table alone, so
// that a page that is loaded anew goes on where it was.

import { finished } from "../shared/draft.js";

/** The lesson's name (boards/lessons). */
export const FIRST_GAME = "first-game";
export const STEPS = 6;
/** The cards of the first round, as the guide would have them. */
export const FIRST_ROUND = ["forward", "turn-right", "forward", "attack"];
/** What is said of each of them. */
const OF_CARDS = ["guide.card.1", "guide.card.2", "guide.card.3", "guide.card.4"];

/**
 * @typedef {object} GuideStep
 * @property {number} number From 1 to STEPS.
 * @property {string} key Of the sentence.
 * @property {string | null} card The card to touch.
 * @property {"begin" | "play" | null} button What goes on, where nothing on the table does.
 */

/**
 * @param {import("../shared/views").View} view
 * @param {import("../shared/draft.js").Draft | null} draft The cards that lie there; null while none are asked for.
 * @param {boolean} begun Whether the greeting was read.
 * @returns {GuideStep | null} null in any other game.
 */
export function guideStep(view, draft, begun) {
  if (view.task?.key !== FIRST_GAME) return null;
  if (view.winners !== null) return view.winners.length > 0 ? step(6, "guide.done", null, "play") : step(5, "guide.again");
  // A round costs a unit of energy: the first one is played with all of it.
  const later = view.energy !== null && view.energy_max !== null && view.energy < view.energy_max;
  if (view.phase !== "programs" || draft === null) return step(later ? 5 : 4, "guide.watch");
  if (later) return step(5, "guide.alone");
  const laid = draft.rows.map((row) => row.join("+")).filter((row) => row !== "");
  if (laid.length === 0 && !begun) return step(1, "guide.golem", null, "begin");
  if (finished(draft, true)) return step(4, "guide.ready");
  const asGuided = draft.rows.every((row, index) => (index < laid.length ? row.join("+") === FIRST_ROUND[index] : row.length === 0));
  if (!asGuided) return step(3, "guide.own");
  return step(laid.length === 0 ? 2 : 3, OF_CARDS[laid.length], FIRST_ROUND[laid.length]);
}

/**
 * @param {number} number
 * @param {string} key
 * @param {string | null} card
 * @param {"begin" | "play" | null} button
 * @returns {GuideStep}
 */
const step = (number, key, card = null, button = null) => ({ number, key, card, button });
