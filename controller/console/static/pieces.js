// Games of pieces: the board as squares or hexagons, the pieces on it, whose turn it is, and the moves by touch.

import { emblem, make, makeSvg, renew, say, symbol } from "./dom.js";
import { hasWord, language, pick, word } from "./words.js";

const CELL = 100;
const CHILD = "child";
const MOST_BUTTONS = 12;
const HEXAGON = Array.from({ length: 6 }, (_, corner) => {
  const angle = (60 * corner * Math.PI) / 180;
  return `${(57.7 * Math.cos(angle)).toFixed(1)},${(57.7 * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

const ARROW = "M54-25 88 0 54 25z";

/** Who plays: a child, the computer and how well, or a bot by its name. */
const seated = (who) => (hasWord(`seat.${who}`) ? word(`seat.${who}`) : who);

const shift = ({ x, y }) => `translate(${x * CELL}px, ${-y * CELL}px)`;

/** Draws the board of `view.play` into `mat` and tells it in words in `list`; touches become moves. */
export class PieceBoard {
  /** `onMove(player, move)` plays; null where nobody may. */
  constructor(mat, list, onMove) {
    this.mat = mat;
    this.list = list;
    this.onMove = onMove;
    this.chosen = null;
    this.set = null;
    this.pieces = new Map();
    this.places = new Map();
  }

  update(view) {
    this.view = view;
    const { play } = view;
    if (!play.choices.some((choice) => choice.origin === this.chosen)) this.chosen = null;
    if (!this.setDown(this.set).length) this.set = null;
    if (renew(this.mat, ["pieces", play.shape, play.spots], () => [this.draw(play)])) this.pieces.clear();
    this.place(play);
    this.mark(play);
    this.tell(play);
  }

  draw(play) {
    this.places = new Map(play.spots.map((spot) => [spot.name, spot]));
    const xs = play.spots.map((spot) => spot.x * CELL);
    const ys = play.spots.map((spot) => -spot.y * CELL);
    const [left, top] = [Math.min(...xs) - 62, Math.min(...ys) - 62];
    const [width, height] = [Math.max(...xs) - left + 62, Math.max(...ys) - top + 62];
    const svg = makeSvg("svg", { viewBox: `${left} ${top} ${width} ${height}`, class: "piece-board" });
    this.cells = new Map(play.spots.map((spot) => [spot.name, this.cell(spot, play.shape)]));
    this.layer = makeSvg("g", {});
    this.ways = makeSvg("g", {});
    svg.append(makeSvg("g", {}, ...this.cells.values()), this.layer, this.ways);
    return svg;
  }

  cell(spot, shape) {
    const outline =
      shape === "hexagon"
        ? makeSvg("polygon", { points: HEXAGON })
        : makeSvg("rect", { x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
    const name = makeSvg("text", { class: `spot-name ${shape}`, x: shape === "hexagon" ? 0 : -44, y: 44 }, spot.name);
    const sign = makeSvg("text", { class: "spot-sign", y: 14 }, spot.sign === spot.name ? "" : spot.sign);
    const cell = makeSvg("g", { class: `spot ${spot.look}`, "data-spot": spot.name }, outline, sign, name);
    cell.style.transform = shift(spot);
    cell.addEventListener("click", () => this.touch(spot.name));
    return cell;
  }

  /** Pieces glide to where they stand; who left the board is gone. */
  place(play) {
    const standing = new Set(play.pieces.map((piece) => piece.name));
    for (const [name, element] of this.pieces) {
      if (standing.has(name)) continue;
      element.remove();
      this.pieces.delete(name);
    }
    for (const piece of play.pieces) {
      if (!this.pieces.has(piece.name)) {
        const mark = makeSvg("text", { y: 13 }, piece.mark);
        const nose = piece.heading === null ? [] : [makeSvg("path", { class: "piece-nose", d: "M50 0 22-31V31z" })];
        const left = piece.strength === null ? [] : [makeSvg("circle", { class: "strength", r: 40, pathLength: 100 })];
        const worn = piece.golem === "" ? [] : [emblem(piece.golem)];
        for (const sign of worn) for (const [side, length] of Object.entries({ x: 10, y: 8, width: 36, height: 36 })) sign.setAttribute(side, length);
        const element = makeSvg("g", { class: `piece of-${piece.owner}`, "data-piece": piece.name }, ...nose, makeSvg("circle", { r: 36 }), ...left, ...worn, mark);
        this.pieces.set(piece.name, element);
        this.layer.append(element);
      }
      const element = this.pieces.get(piece.name);
      element.style.transform = shift(this.places.get(piece.spot));
      element.dataset.spot = piece.spot;
      element.classList.toggle("ghost", piece.ghost);
      say(element.lastChild, piece.mark);
      if (piece.strength !== null) element.querySelector(".strength").style.strokeDasharray = `${100 * piece.strength} 100`;
      if (piece.heading !== null) element.firstChild.style.transform = `rotate(${-piece.heading}deg)`;
    }
  }

  /** Where the last step went, what may be touched, and what hands are asked to move. */
  mark(play) {
    const free = this.onMove !== null && this.view.may.includes("move");
    const next = play.choices.filter((choice) => choice.origin === this.chosen && choice.origin !== null);
    const asked = new Set(this.view.notices.flatMap((notice) => [notice.facts?.from, notice.facts?.to]));
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("last", play.last.includes(name));
      cell.classList.toggle("awaited", asked.has(name));
      cell.classList.toggle("may", free && (this.chosen === null ? play.choices.some((choice) => choice.origin === name) : false));
      cell.classList.toggle("chosen", free && (name === this.chosen || name === this.set));
      cell.classList.toggle("goal", free && (next.some((choice) => choice.target === name) || this.setDown(name).length > 0));
    }
    this.ways.replaceChildren(...(free ? this.setDown(this.set).map((choice) => this.way(choice)) : []));
  }

  /** The moves that set a piece down on a place, looking one way or another. */
  setDown(name) {
    return this.view.play.choices.filter((choice) => choice.origin === null && choice.heading !== null && choice.target === name);
  }

  /** An arrow beside the chosen place: so the piece shall look. */
  way({ move, target, heading }) {
    const arrow = makeSvg("path", { class: "way", d: ARROW, role: "button", "aria-label": move, "data-move": move });
    arrow.style.transform = `${shift(this.places.get(target))} rotate(${-heading}deg)`;
    arrow.addEventListener("click", () => {
      this.set = null;
      this.mark(this.view.play);
      this.onMove(this.view.play.turn, move);
    });
    return arrow;
  }

  /** First the piece, then the place; where only one move begins with a piece and has no place of its own, it is played. */
  touch(name) {
    const { play, may } = this.view;
    if (this.onMove === null || !may.includes("move")) return;
    this.set = this.set !== name && this.setDown(name).length > 0 ? name : null;
    const goes = play.choices.filter((choice) => choice.origin === this.chosen && choice.target === name);
    if (this.chosen !== null && goes.length > 0) {
      this.chosen = null;
      this.onMove(play.turn, goes[0].move);
    } else {
      const begun = play.choices.filter((choice) => choice.origin === name);
      this.chosen = begun.length > 0 ? name : null;
      if (begun.length === 1 && begun[0].target === null) this.onMove(play.turn, begun[0].move);
    }
    this.mark(play);
  }

  tell(play) {
    renew(this.list, [language(), play.pieces], () =>
      play.pieces.map((piece) => make("li", {}, word("board.piece", { spot: piece.spot, piece: pick(piece.text) }))),
    );
  }
}

/** Who plays, what else there is to know, and the moves that no touch can say. */
export class PiecePlayers {
  constructor(element, { onMove, onSeat, onProgram, onThrown }) {
    this.element = element;
    this.onMove = onMove;
    this.onSeat = onSeat;
    this.onProgram = onProgram;
    this.onThrown = onThrown;
  }

  update(view) {
    const { play } = view;
    const free = this.onMove !== null && view.may.includes("move");
    const value = ["pieces", language(), play.players, play.turn, play.facts, view.seats, view.may.includes("seat"), free, play.choices, view.hands, view.may.includes("thrown")];
    renew(this.element, value, () => [
      make("article", { class: "panel players" }, make("ul", { class: "turns" }, ...this.players(view)),
        make("ul", { class: "piece-facts" }, ...play.facts.map((fact) => make("li", {}, pick(fact)))),
        ...(free ? [this.moves(play)] : []), ...this.throws(view), ...this.programs(view)),
    ]);
    this.element.dataset.players = 1;
  }

  players({ play, seats, may }) {
    return Object.entries(play.players).map(([player, words]) => {
      const here = player === play.turn;
      const parts = [emblem(player), make("b", {}, pick(words))];
      if (here) parts.push(make("span", { class: "tag" }, word("board.turn")));
      if (this.onSeat !== null && may.includes("seat")) parts.push(this.seat(player, pick(words), seats[player], play.strengths));
      else if (seats[player] !== CHILD) parts.push(make("span", { class: "tag seat" }, seated(seats[player])));
      return make("li", { class: here ? "turn" : null }, ...parts);
    });
  }

  seat(player, name, now, strengths) {
    const options = [CHILD, ...strengths].map((who) => make("option", { value: who }, seated(who)));
    const choice = make("select", { class: "seat", "aria-label": word("seat", { name }) }, ...options);
    choice.value = now;
    choice.addEventListener("change", () => this.onSeat(player, choice.value));
    return choice;
  }

  /** The faces of a real die: whoever threw it says which one it shows. */
  throws({ play, may }) {
    if (this.onThrown === null || !may.includes("thrown")) return [];
    const buttons = play.faces.map((face) => {
      const button = make("button", { type: "button", class: "plain", "data-face": face }, face);
      button.addEventListener("click", () => this.onThrown(face));
      return button;
    });
    return [make("div", { class: "group", role: "group", "aria-label": word("die.shows") }, make("span", {}, word("die.shows")), ...buttons)];
  }

  /** Who has laid a program, and a field for the next one that is missing: a step a line, for nobody else to see. */
  programs({ hands, may }) {
    const laid = Object.entries(hands).filter(([, hand]) => hand.complete);
    const missing = Object.keys(hands).filter((name) => !hands[name].complete);
    const done = make("p", {}, ...laid.flatMap(([name]) => [symbol("tick"), `${name} `]));
    if (this.onProgram === null || !may.includes("program") || missing.length === 0) return laid.length > 0 ? [done] : [];
    const text = make("textarea", { rows: "6", autocomplete: "off", spellcheck: "false", "aria-label": word("program.of", { name: missing[0] }) });
    const button = make("button", { class: "plain" }, word("command.program"));
    const form = make("form", { class: "program" }, make("label", {}, word("program.of", { name: missing[0] }), text), button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onProgram(missing[0], text.value.split("\n").map((row) => row.trim()).filter(Boolean));
    });
    return [done, form];
  }

  /** Moves without two ends as buttons, and a field for a move as it is written. */
  moves(play) {
    // What is too much for buttons is written.
    const open = play.choices.filter((choice) => choice.origin === null || choice.target === null);
    const bare = open.length > MOST_BUTTONS ? [] : open;
    const buttons = bare.map(({ move }) => {
      const button = make("button", { type: "button", class: "plain", "data-move": move }, move);
      button.addEventListener("click", () => this.onMove(play.turn, move));
      return button;
    });
    const input = make("input", { type: "text", autocomplete: "off", maxlength: "60", "aria-label": word("move.written") });
    const form = make("form", { class: "written" }, input, make("button", { class: "plain" }, word("move.play")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onMove(play.turn, input.value.trim());
    });
    const group = make("div", { class: "group", role: "group", "aria-label": word("move.other") }, ...buttons);
    return make("div", { class: "moves" }, group, form);
  }
}

/** What the head says of a game of pieces. */
export function sayTurn(view, parts) {
  const { play, phase } = view;
  const turn = play.turn === null ? "" : pick(play.players[play.turn]);
  const asked = ["move", "dice"].includes(phase) && turn !== "";
  const quiet = ["row", "check"].includes(phase);
  say(parts.phase, asked ? word("phase.pieces", { name: turn }) : word(quiet ? "hint.pieces.played" : `phase.${phase}`));
  const placing = phase === "move" && play.choices.some((choice) => choice.heading !== null);
  say(parts.hint, placing ? word("hint.pieces.place") : ["setup", "dice", "programs", "ready"].includes(phase) ? word(`hint.pieces.${phase}`) : quiet ? "" : word(`hint.${phase}`));
}
