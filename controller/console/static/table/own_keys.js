// A key for each player, where several have a keyboard or a button of their own: it throws the die, points to a move, and plays it.

/** Whether it is the key of the player whose turn it is: 1 for the first, and so on. */
function isOwn(/** @type {Pick<import("../shared/views").PlayView, "players" | "turn">} */ { players, turn }, /** @type {string} */ key) {
  const player = Object.keys(players)[Number(key) - 1];
  return player !== undefined && player === turn;
}

/** Whether it is the key of the player who is to throw. */
export function throwsNow(/** @type {Pick<import("../shared/views").View, "play" | "phase" | "may">} */ { play, phase, may }, /** @type {string} */ key) {
  return phase === "dice" && isOwn(play, key) && may.includes("roll");
}

/**
 * The move to which a key points: the one after that to which it pointed before. Null if it is not the key of the player whose move it
 * is, or if this game is played without dice.
 * @param {Pick<import("../shared/views").View, "play" | "phase" | "may">} view
 * @param {string} key
 * @param {string} before The move to which it points now; empty: none.
 * @returns {import("../shared/views").ChoiceView | null}
 */
export function pointsTo({ play, phase, may }, key, before) {
  if (phase !== "move" || !isOwn(play, key) || !may.includes("move") || play.sounds.length === 0) return null;
  return play.choices[(play.choices.findIndex((choice) => choice.move === before) + 1) % play.choices.length] ?? null;
}

export class OwnKeys {
  /**
   * @param {{ board: import("../shared/board.js").Board, may: () => boolean, roll: () => void, play: (player: string, move: string) => void }} table
   *   `may`: whether anything may be asked of the table here.
   */
  constructor({ board, may, roll, play }) {
    this.board = board;
    this.may = may;
    this.roll = roll;
    this.play = play;
    /** @type {import("../shared/views").View | null} */
    this.view = null;
    /** What had the focus when a key pointed to a move: a button that was pressed before is not pressed again by Enter.
     * @type {Element | null} */
    this.focused = null;
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  update(/** @type {import("../shared/views").View} */ view) {
    this.view = view;
  }

  onKey(/** @type {KeyboardEvent} */ event) {
    const { view, board } = this;
    const where = /** @type {Element} */ (event.target);
    if (view === null || !this.may() || event.ctrlKey || event.altKey || event.metaKey || where.closest("select, input, textarea, dialog")) return;
    const pointed = board.pointed;
    if (event.repeat ? pointed !== null && pointsTo(view, event.key, "") !== null : event.key === "Enter" && pointed !== null && (where === this.focused || !where.closest("button, a"))) {
      // Held down, or with Enter: this move it is.
      event.preventDefault();
      this.move(view, /** @type {import("../shared/views").ChoiceView} */ (pointed));
    } else if (!event.repeat && throwsNow(view, event.key)) {
      event.preventDefault();
      this.roll();
    } else if (!event.repeat) {
      const next = pointsTo(view, event.key, pointed?.move ?? "");
      if (next === null) return;
      event.preventDefault();
      // Nothing is to be chosen where there is one move.
      if (view.play.choices.length === 1) this.move(view, next);
      else {
        this.focused = where;
        board.point(next);
      }
    }
  }

  move(/** @type {import("../shared/views").View} */ { play }, /** @type {import("../shared/views").ChoiceView} */ { move }) {
    this.board.point(null);
    this.play(play.turn ?? "", move);
  }
}
