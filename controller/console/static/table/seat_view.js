// What one player's own screen makes of a view.

const OF_THE_TURN = ["move", "roll", "thrown", "advise"];

/**
 * The view with what this screen's players may ask for: nothing in other players' stead.
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 * @returns {import("../shared/views").View}
 */
export function forSeat(view, mine) {
  const turn = view.play.turn !== null && mine.includes(view.play.turn);
  const own = Object.keys(view.hands).some((name) => mine.includes(name));
  const may = view.may.filter((name) => (OF_THE_TURN.includes(name) ? turn : name === "program" ? own : name === "cards"));
  return { ...view, may };
}
