// What one player's own screen makes of a view.

const OF_THE_TURN = ["move", "roll", "thrown", "advise"];
const OF_A_WRITER = ["program", "advise-program"];

/**
 * The view with what this screen's players may ask for: nothing in other players' stead.
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 * @returns {import("../shared/views").View}
 */
export function forSeat(view, mine) {
  const turn = view.play.turn !== null && mine.includes(view.play.turn);
  const { writers } = forConsole(view, mine).play;
  const own = Object.keys(writers).length > 0;
  const may = view.may.filter((name) => (OF_THE_TURN.includes(name) ? turn : OF_A_WRITER.includes(name) ? own : name === "cards"));
  return { ...view, play: { ...view.play, writers }, may };
}

/**
 * The view without the programs that are written on phones.
 * @param {import("../shared/views").View} view
 * @param {string[]} here
 * @returns {import("../shared/views").View}
 */
export function forConsole(view, here) {
  const writers = Object.fromEntries(Object.entries(view.play.writers).filter(([, player]) => here.includes(player)));
  return { ...view, play: { ...view.play, writers } };
}
