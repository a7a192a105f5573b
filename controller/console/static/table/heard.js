// What there is to be heard between two views: cards that are turned, steps, bumps, strikes, barrels, falls, the end.
// Plain values; the sounds themselves are made in synth.js.

/** @typedef {"card" | "step" | "turn" | "hurt" | "fall" | "barrel" | "victory" | "draw"} Sound */

/**
 * @param {import("../shared/views").View | null} before
 * @param {import("../shared/views").View} after
 * @returns {Sound[]}
 */
export function heard(before, after) {
  // Another game, or one that was taken back, makes no noise; neither does a page that has just been opened.
  if (before === null || before.game !== after.game || after.story.length < before.story.length) return [];
  /** @type {Set<Sound>} */
  const sounds = new Set();
  const open = (/** @type {import("../shared/views").View} */ view) => Object.values(view.programs).flat().filter((row) => row !== null).length;
  if (after.phase === "row" && open(after) > open(before)) sounds.add("card");
  for (const piece of after.play.pieces) {
    const was = before.play.pieces.find((one) => one.name === piece.name);
    if (was === undefined) continue;
    if (was.alive && !piece.alive) sounds.add("fall");
    else if (was.lives !== null && piece.lives !== null && piece.lives < was.lives) sounds.add("hurt");
    if (was.spot !== piece.spot) sounds.add("step");
    else if (was.facing !== piece.facing) sounds.add("turn");
    if (was.carries !== piece.carries) sounds.add("barrel");
  }
  if (before.winners === null && after.winners !== null) sounds.add(after.winners.length > 0 ? "victory" : "draw");
  return [...sounds];
}
