// What there is to be heard between two views: cards that are turned, steps, bumps, strikes, barrels, falls, captures, the end.
// Plain values; the sounds themselves are made in synth.js.

/** @typedef {"card" | "step" | "turn" | "hurt" | "fall" | "barrel" | "set" | "take" | "burst" | "victory" | "draw"} Sound */

/**
 * @param {import("../shared/views").View | null} before
 * @param {import("../shared/views").View} after
 * @returns {Sound[]}
 */
export function soundsBetween(before, after) {
  // Another game, or one that was taken back, makes no noise; neither does a page that has just been opened.
  if (before === null || before.game !== after.game || after.story.length < before.story.length) return [];
  /** @type {Set<Sound>} */
  const sounds = new Set();
  const open = (/** @type {import("../shared/views").View} */ view) => Object.values(view.programs).flat().filter((row) => row !== null).length;
  if (after.phase === "row" && open(after) > open(before)) sounds.add("card");
  for (const piece of after.trays ? after.play.pieces : []) {
    const was = before.play.pieces.find((one) => one.name === piece.name);
    if (was === undefined) continue;
    if (was.alive && !piece.alive) sounds.add("fall");
    else if (was.lives !== null && piece.lives !== null && piece.lives < was.lives) sounds.add("hurt");
    if (was.spot !== piece.spot) sounds.add("step");
    else if (was.facing !== piece.facing) sounds.add("turn");
    if (was.carries !== piece.carries) sounds.add("barrel");
  }
  if (!after.trays) pieces(before.play, after.play, sounds);
  if (before.winners === null && after.winners !== null) sounds.add(after.winners.length > 0 ? "victory" : "draw");
  return [...sounds];
}

/**
 * What is heard on a board of pieces: where robots are shot, those who leave it burst; elsewhere they are taken.
 * @param {import("../shared/views").PlayView} before
 * @param {import("../shared/views").PlayView} after
 * @param {Set<Sound>} sounds
 */
function pieces(before, after, sounds) {
  const was = new Map(before.pieces.map((piece) => [piece.name, piece]));
  const now = new Set(after.pieces.map((piece) => piece.name));
  const robots = after.shape === "hexagon" || after.pieces.some((piece) => piece.strength !== null);
  for (const piece of after.pieces) {
    const one = was.get(piece.name);
    if (one === undefined) sounds.add("set");
    else if (one.spot !== piece.spot) sounds.add("step");
    else if (one.heading !== piece.heading) sounds.add("turn");
    if (one !== undefined && one.strength !== null && piece.strength !== null && piece.strength < one.strength) sounds.add("hurt");
  }
  if ([...was.keys()].some((name) => !now.has(name))) sounds.add(robots ? "burst" : "take");
}
