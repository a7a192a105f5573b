// The board of any game: a printed mat, squares, hexagons or a path of cells; what stands and lies on it; moves by touch.

import { drawing, make, makeSvg, renew, say } from "./dom.js";
import { contents, figureOf } from "./figures.js";
import { RIM, rim } from "./rim.js";
import { language, named, pick, word } from "./words.js";

const CELL = 100;
/** Room around the middles of the outermost places. */
const AROUND = 62;
const HEXAGON = Array.from({ length: 6 }, (_, corner) => {
  const angle = (60 * corner * Math.PI) / 180;
  return `${(57.7 * Math.cos(angle)).toFixed(1)},${(57.7 * Math.sin(angle)).toFixed(1)}`;
}).join(" ");
const ARROW = "M54-25 88 0 54 25z";
const ONWARD = "M42-7 49 0 42 7z";

/** Draws the board of a view into `mat` and tells it in words in `list`; touches become moves. */
export class Board {
  /** `onMove(player, move)` plays; null where nobody may. */
  constructor(/** @type {HTMLElement} */ mat, /** @type {HTMLElement} */ list, /** @type {((player: string, move: string) => void) | null} */ onMove) {
    this.mat = mat;
    this.list = list;
    this.onMove = onMove;
    /** @type {string | null} */
    this.chosen = null;
    /** @type {string | null} */
    this.set = null;
    /** The move to which a player's key points.
     * @type {import("./views").ChoiceView | null} */
    this.pointed = null;
    /** @type {string | null} */
    this.wanted = null;
    /** @type {string | null} */
    this.drawn = null;
    /** @type {string | null} */
    this.marked = null;
    /** @type {Map<string, import("./figures.js").Figure>} */
    this.figures = new Map();
    /** @type {Map<string, SVGElement>} */
    this.tokens = new Map();
    /** @type {Map<string, { x: number, y: number }>} */
    this.places = new Map();
    /** The newest view; nothing is asked before there is one.
     * @type {import("./views").View} */
    this.view = /** @type {any} */ (null);
    /** @type {Record<"tokens" | "marks" | "figures" | "ways", SVGElement>} */
    this.layers = /** @type {any} */ ({});
  }

  async update(/** @type {import("./views").View} */ view) {
    this.view = view;
    const { play } = view;
    if (!play.choices.some((choice) => choice.origin === this.chosen)) this.chosen = null;
    if (!this.setDown(this.set).length) this.set = null;
    if (!play.choices.some((choice) => choice.move === this.pointed?.move)) this.pointed = null;
    this.tell(view);
    const wanted = JSON.stringify(play.mat === "" ? [play.shape, play.spots] : [play.mat, language()]);
    this.wanted = wanted;
    if (this.drawn !== wanted) await this.draw(play, wanted);
    if (this.wanted !== wanted) return;
    await this.markTask(this.view);
    this.markThreats(this.view.play);
    await this.place(this.view);
    await this.placeTokens(this.view.play);
    this.mark(this.view);
  }

  // The board itself

  /** Draws the places, or fetches the picture of the mat, unless another board is wanted by then. */
  async draw(/** @type {import("./views").PlayView} */ play, /** @type {string} */ wanted) {
    const svg = play.mat === "" ? this.fromPlaces(play) : await drawing(`${play.mat}/${language()}`);
    if (this.drawn === wanted || this.wanted !== wanted) return;
    this.drawn = wanted;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    const top = Math.max(...play.spots.map((spot) => spot.y));
    // On the picture of a mat (0, 0) is the upper left corner of the field, else the middle of the lower left place.
    const [left, low] = play.mat === "" ? [0, 0] : [CELL / 2, (top + 0.5) * CELL];
    this.places = new Map(play.spots.map((spot) => [spot.name, { x: left + spot.x * CELL, y: low - spot.y * CELL }]));
    const layer = (/** @type {string} */ name) => /** @type {SVGElement | null} */ (svg.querySelector(`#layer-${name}`)) ?? svg.appendChild(makeSvg("g", {}));
    this.layers = { tokens: layer("tokens"), marks: makeSvg("g", { class: "layer-marks" }), figures: layer("golems"), ways: layer("ways") };
    this.layers.figures.before(this.layers.marks);
    // The same figures move on to the new picture, so that a change of language disturbs nothing.
    for (const figure of this.figures.values()) this.layers.figures.append(figure.element);
    for (const token of this.tokens.values()) this.layers.tokens.append(token);
    this.mat.replaceChildren(svg);
  }

  fromPlaces(/** @type {import("./views").PlayView} */ play) {
    const xs = play.spots.map((spot) => spot.x * CELL);
    const ys = play.spots.map((spot) => -spot.y * CELL);
    const names = play.shape === "hexagon" ? [] : rim(play.spots, CELL);
    const beside = names.length > 0 ? RIM : 0;
    const [left, top] = [Math.min(...xs) - AROUND - beside, Math.min(...ys) - AROUND];
    const [width, height] = [Math.max(...xs) - left + AROUND, Math.max(...ys) - top + AROUND + beside];
    const cells = play.spots.map((spot) => this.cell(spot, play.shape, beside > 0));
    return makeSvg("svg", { viewBox: `${left} ${top} ${width} ${height}`, class: "piece-board" }, makeSvg("g", {}, ...cells), makeSvg("g", {}, ...names));
  }

  cell(/** @type {import("./views").Spot} */ spot, /** @type {string} */ shape, named = false) {
    const outline =
      shape === "hexagon"
        ? makeSvg("polygon", { points: HEXAGON })
        : makeSvg("rect", { x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
    // Where the rim names columns and rows, figures need not share their places with names.
    const name = named ? [] : [makeSvg("text", { class: `spot-name ${shape}`, x: shape === "hexagon" ? 0 : -44, y: 44 }, document.createTextNode(spot.name))];
    const sign = makeSvg("text", { class: "spot-sign", y: 14 }, ...(spot.sign === spot.name ? [] : [document.createTextNode(spot.sign)]));
    const onward = spot.way === null ? [] : [makeSvg("path", { class: "spot-way", d: ONWARD, transform: `rotate(${-spot.way})` })];
    const cell = makeSvg("g", { class: `spot ${spot.look}${spot.fill === "" ? "" : " painted"}`, "data-spot": spot.name }, outline, sign, ...name, ...onward);
    if (spot.fill !== "") cell.style.setProperty("--fill", spot.fill);
    if (spot.ink !== "") cell.style.setProperty("--spot-ink", spot.ink);
    cell.style.transform = `translate(${spot.x * CELL}px, ${-spot.y * CELL}px)`;
    cell.addEventListener("click", () => this.touch(spot.name));
    return cell;
  }

  /** Where a place is, for a style. */
  at(/** @type {string} */ spot) {
    const { x, y } = this.places.get(spot) ?? { x: 0, y: 0 };
    return `translate(${x}px, ${y}px)`;
  }

  // What stands and lies on it

  /** Goals and streams of the scenario or puzzle, drawn on the field. */
  async markTask(/** @type {import("./views").View} */ view) {
    const name = view.task === null ? "" : `task/${view.task.key}/marks/${language()}`;
    const layer = this.layers.marks;
    if (this.marked === name && layer.dataset.marks === name) return;
    this.marked = name;
    const art = name === "" ? null : contents(await drawing(name));
    if (this.marked !== name || this.layers.marks !== layer) return;
    layer.dataset.marks = name;
    layer.replaceChildren(...(art === null ? [] : [art]));
  }

  /** Pieces glide to where they stand; who left the board is gone, but for golems, which fall where they stood. */
  async place(/** @type {import("./views").View} */ view) {
    for (const piece of view.play.pieces) {
      if (!this.figures.has(piece.name)) {
        if (!piece.alive) continue;
        const figure = await figureOf(piece, view.play, view.lives_max);
        if (this.figures.has(piece.name)) continue;
        this.figures.set(piece.name, figure);
        figure.update(piece, this.at(piece.spot), view);
        this.layers.figures.append(figure.element);
      }
      this.figures.get(piece.name)?.update(piece, this.at(piece.spot), view);
    }
    const standing = new Set(view.play.pieces.map((piece) => piece.name));
    dropped(this.figures, standing, (figure) => figure.element);
  }

  async placeTokens(/** @type {import("./views").PlayView} */ play) {
    const wanted = new Map(play.tokens.map((token) => [`${token.kind} ${token.spot}`, token]));
    for (const [key, { kind, spot }] of wanted) {
      if (this.tokens.has(key)) continue;
      const art = await drawing(`token/${kind}`);
      if (this.tokens.has(key)) continue;
      const token = makeSvg("g", { class: `token ${kind}` }, contents(art));
      token.style.transform = this.at(spot);
      this.tokens.set(key, token);
      this.layers.tokens.append(token);
    }
    dropped(this.tokens, wanted, (/** @type {SVGElement} */ token) => token);
  }

  /** Marks on the places that each player threatens; they are seen by who asks for them. */
  markThreats(/** @type {import("./views").PlayView} */ play) {
    if (play.mat !== "") return;
    const rings = Object.values(play.threats).flatMap((spots, side) =>
      spots.map((spot) => {
        const inset = 7 + 9 * side;
        const ring = makeSvg("rect", { class: `threatened by-${side}`, x: inset - CELL / 2, y: inset - CELL / 2, width: CELL - 2 * inset, height: CELL - 2 * inset, rx: 8, "data-threatened": spot });
        ring.style.transform = this.at(spot);
        return ring;
      }),
    );
    this.layers.marks.replaceChildren(...rings);
  }

  /** Where the last step went, what may be touched, and what hands are asked to move. */
  mark(/** @type {import("./views").View} */ { play, may, notices }) {
    const free = this.onMove !== null && may.includes("move");
    const next = play.choices.filter((choice) => choice.origin === this.chosen && choice.origin !== null);
    const asked = new Set(notices.flatMap((notice) => [notice.facts?.from, notice.facts?.to]));
    for (const cell of this.mat.querySelectorAll(".spot")) {
      const name = cell.getAttribute("data-spot") ?? "";
      cell.classList.toggle("last", play.last.includes(name));
      cell.classList.toggle("awaited", asked.has(name));
      cell.classList.toggle("may", free && this.chosen === null && play.choices.some((choice) => choice.origin === name));
      cell.classList.toggle("chosen", free && (name === this.chosen || name === this.set));
      cell.classList.toggle("pointed", free && this.pointed !== null && name === (this.pointed.origin ?? this.pointed.target));
      cell.classList.toggle("goal", free && (next.some((choice) => choice.target === name) || this.setDown(name).length > 0));
    }
    this.layers.ways.replaceChildren(...(free ? this.setDown(this.set).map((choice) => this.way(choice)) : []));
  }

  /** Marks the piece of a move, or the place where a new one is set. */
  point(/** @type {import("./views").ChoiceView | null} */ choice) {
    this.pointed = choice;
    this.mark(this.view);
  }

  // Moves by touch

  /** The moves that set a piece down on a place, looking one way or another. */
  setDown(/** @type {string | null} */ name) {
    return this.view.play.choices.filter((choice) => choice.origin === null && choice.heading !== null && choice.target === name);
  }

  /** An arrow beside the chosen place: so the piece shall look. */
  way(/** @type {import("./views").ChoiceView} */ { move, target, heading }) {
    const arrow = makeSvg("path", { class: "way", d: ARROW, role: "button", "aria-label": move, "data-move": move });
    arrow.style.transform = `${this.at(target ?? "")} rotate(${-(heading ?? 0)}deg)`;
    arrow.addEventListener("click", () => {
      this.set = null;
      this.mark(this.view);
      this.onMove?.(this.view.play.turn ?? "", move);
    });
    return arrow;
  }

  /** First the piece, then the place; where only one move begins with a piece and has no place of its own, it is played. */
  touch(/** @type {string} */ name) {
    const { play, may } = this.view;
    if (this.onMove === null || !may.includes("move")) return;
    this.set = this.set !== name && this.setDown(name).length > 0 ? name : null;
    const goes = play.choices.filter((choice) => choice.origin === this.chosen && choice.target === name);
    if (this.chosen !== null && goes.length > 0) {
      this.chosen = null;
      this.onMove(play.turn ?? "", goes[0].move);
    } else {
      const begun = play.choices.filter((choice) => choice.origin === name);
      this.chosen = begun.length > 0 ? name : null;
      if (begun.length === 1 && begun[0].target === null) this.onMove(play.turn ?? "", begun[0].move);
    }
    this.mark(this.view);
  }

  // In words

  tell(/** @type {import("./views").View} */ { play }) {
    renew(this.list, [language(), play.pieces.length], () => play.pieces.map(() => make("li")));
    play.pieces.forEach((/** @type {import("./views").PieceView} */ piece, /** @type {number} */ index) => say(this.list.children[index], inWords(piece)));
  }
}

/** Removes what is not wanted any more. */
function dropped(/** @type {Map<string, any>} */ shown, /** @type {Map<string, unknown> | Set<string>} */ wanted, /** @type {(item: any) => Element} */ elementOf) {
  for (const [key, item] of shown) {
    if (wanted.has(key)) continue;
    elementOf(item).remove();
    shown.delete(key);
  }
}

/** A piece for those who do not see the board. */
function inWords(/** @type {import("./views").PieceView} */ piece) {
  if (piece.lives === null) return word("board.piece", { spot: piece.spot, piece: pick(piece.text) });
  const name = named(piece.name);
  if (!piece.alive) return word("board.fallen", { name });
  const stands = word("board.golem", { name, cell: piece.spot, heading: word(`heading.${piece.facing}`), lives: piece.lives });
  return piece.carries ? `${stands} ${word("board.carries")}` : stands;
}
