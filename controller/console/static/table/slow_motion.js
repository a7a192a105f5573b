// The last row once more, slowly, while cards are laid: for spectators, from what was shown of it and nothing else.

const FRAME_MS = 2600;
/** When golems show something. */
const ACTED = ["row", "check"];
/** When there is time to see it again. */
const BETWEEN = ["setup", "dice", "programs"];

/** What is seen of a view on a board. */
const seen = (/** @type {import("../shared/views").View} */ { play }) => JSON.stringify([play.pieces, play.tokens]);

/** Keeps what screens were shown of the newest row: how the golems stood before it, and each thing that they did. */
export class RowFilm {
  constructor() {
    /** @type {import("../shared/views").View[]} */
    this.frames = [];
    this.row = "";
    /** @type {import("../shared/views").View | null} */
    this.before = null;
    this.seenAgain = true;
  }

  /** @param {import("../shared/views").View} view */
  note(view) {
    const row = `${view.game}/${view.round}/${view.row}`;
    if (view.trays && ACTED.includes(view.phase)) {
      if (row !== this.row) {
        this.row = row;
        this.frames = this.before === null ? [] : [this.before];
        this.seenAgain = false;
      }
      const last = this.frames.at(-1);
      if (last === undefined || seen(last) !== seen(view)) this.frames.push(view);
    }
    // A row that was taken back, or another game, is not seen again.
    if (BETWEEN.includes(view.phase) && this.frames.length > 0 && seen(/** @type {import("../shared/views").View} */ (this.frames.at(-1))) !== seen(view)) this.frames = [];
    this.before = view;
  }

  /**
   * What is to be shown once more now, oldest first; nothing where nothing happened, or once it was asked for.
   * @param {import("../shared/views").View} view
   */
  take(view) {
    if (this.seenAgain || !BETWEEN.includes(view.phase) || view.paused || view.estopped || this.frames.length < 2) return [];
    this.seenAgain = true;
    return this.frames;
  }
}

/** Shows a film on the board, and stops as soon as the game goes on. */
export class SlowMotion {
  /**
   * @param {import("../shared/board.js").Board} board
   * @param {HTMLElement} badge Says that it is the past.
   */
  constructor(board, badge) {
    this.board = board;
    this.badge = badge;
    this.film = new RowFilm();
    this.playing = 0;
    this.number = 0;
  }

  get busy() {
    return this.playing !== 0;
  }

  /**
   * Takes a new view. Returns whether the board shows the past now, so that nobody else may draw on it.
   * @param {import("../shared/views").View} view
   */
  update(view) {
    this.film.note(view);
    this.now = view;
    if (this.busy && (!BETWEEN.includes(view.phase) || view.paused || view.estopped)) this.stop();
    const frames = matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : this.film.take(view);
    if (frames.length > 0) this.show(frames);
    return this.busy;
  }

  /** @param {import("../shared/views").View[]} frames */
  async show(frames) {
    const mine = (this.playing = ++this.number);
    document.body.classList.add("slow-motion");
    this.badge.hidden = false;
    for (const frame of frames) {
      if (this.playing !== mine) return;
      await this.board.update(frame);
      document.body.dataset.again = String(frame.sequence);
      await new Promise((done) => setTimeout(done, FRAME_MS));
    }
    if (this.playing !== mine) return;
    this.stop();
    if (this.now) await this.board.update(this.now);
  }

  stop() {
    this.playing = 0;
    this.badge.hidden = true;
    document.body.classList.remove("slow-motion");
  }
}
