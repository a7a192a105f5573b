// How a golem feels: by its lives, the table's energy, and how the game ended. Plain values.

const LITTLE_ENERGY = 3;

/**
 * @param {Pick<import("./views").PieceView, "alive" | "lives" | "side">} piece
 * @param {Pick<import("./views").View, "lives_max" | "energy" | "winners">} view
 * @returns {"well" | "hurt" | "last" | "tired" | "fallen" | "won"}
 */
export function moodOf(piece, view) {
  if (view.winners?.includes(piece.side)) return "won";
  if (!piece.alive) return "fallen";
  const lives = piece.lives ?? 0;
  if (lives <= 1) return "last";
  if (view.energy !== null && view.energy <= LITTLE_ENERGY) return "tired";
  return lives < view.lives_max ? "hurt" : "well";
}
