// The board: the printed mat as SVG (millimetres), tokens and golems on it.

import { drawing, makeSvg, say, symbol } from "./dom.js";
import { language, named, word } from "./words.js";

const CELL = 100;
const UP = { N: 0, E: 90, S: 180, W: 270 };

/** The angle equal to `wanted` (degrees) that is nearest to `current`: a golem turns the short way. */
export function nearestTurn(current, wanted) {
  return current + ((((wanted - current) % 360) + 540) % 360) - 180;
}

/** The middle of a cell such as "b3" in the picture's millimetres, y down. */
export function centre(cell, rows) {
  const column = cell.charCodeAt(0) - 97;
  const row = Number(cell.slice(1)) - 1;
  return { x: (column + 0.5) * CELL, y: (rows - row - 0.5) * CELL };
}

const shift = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** The contents of a drawing without its frame. */
const inside = (svg) => makeSvg("g", {}, ...svg.childNodes);

class Golem {
  constructor(name, art, livesMax) {
    this.angle = null;
    this.lives = null;
    this.body = makeSvg("g", { class: "golem-body" });
    this.barrel = makeSvg("g", { class: "golem-barrel" });
    const nose = makeSvg("path", { class: "golem-nose", d: "M0-49 12-38H-12z" });
    this.body.append(nose, makeSvg("g", { class: "golem-art" }, inside(art)), this.barrel);
    this.flash = makeSvg("g", { class: "golem-flash" }, this.body);
    this.hearts = makeSvg("g", { class: "golem-hearts" });
    const ring = makeSvg("circle", { class: "golem-ring", r: 46 });
    this.element = makeSvg("g", { class: `golem of-${name}` }, ring, this.flash, this.hearts);
    this.livesMax = livesMax;
  }

  update(view, rows) {
    this.element.classList.toggle("fallen", !view.alive);
    if (view.alive) {
      const first = this.angle === null;
      this.angle = first ? UP[view.heading] : nearestTurn(this.angle, UP[view.heading]);
      this.element.style.transform = shift(centre(view.cell, rows));
      this.body.style.transform = `rotate(${this.angle}deg)`;
      // Hearts sit where the golem does not look, inside its own cell.
      this.hearts.style.transform = `translate(0px, ${view.heading === "S" ? -40 : 40}px)`;
      this.element.dataset.cell = view.cell;
      this.element.dataset.heading = view.heading;
    }
    if (this.lives !== null && view.lives < this.lives) this.hurt();
    if (this.lives !== view.lives) this.showLives(view.lives);
    this.lives = view.lives;
    this.element.classList.toggle("carries", view.barrel);
  }

  hurt() {
    this.flash.classList.remove("hurt");
    this.flash.getBoundingClientRect(); // begins the animation anew
    this.flash.classList.add("hurt");
  }

  showLives(lives) {
    const most = Math.max(this.livesMax, lives);
    const step = 15;
    const width = most > 5 ? 44 : most * step + 6;
    const marks =
      most > 5
        ? [heart(-11, true), makeSvg("text", { class: "golem-count", x: 8, y: 5 }, String(lives))]
        : Array.from({ length: most }, (_, index) => heart((index - (most - 1) / 2) * step, index < lives));
    const pill = makeSvg("rect", { class: "golem-pill", x: -width / 2, y: -9, width, height: 18, rx: 9 });
    this.hearts.replaceChildren(pill, ...marks);
    this.hearts.dataset.lives = lives;
  }
}

function heart(x, full) {
  return makeSvg("use", { href: "#heart", x: x - 6.5, y: -6.5, width: 13, height: 13, class: full ? "full" : "empty" });
}

/** Draws the board into `mat` and tells it in words in `list`. */
export class Board {
  constructor(mat, list) {
    this.mat = mat;
    this.list = list;
    this.drawn = null;
    this.golems = new Map();
    this.tokens = new Map();
    this.marks = null;
  }

  async update(view) {
    this.view = view;
    this.tell(view);
    const [columns, rows] = view.board.size;
    const wanted = `board/${columns}x${rows}/${language()}`;
    if (this.drawn !== wanted) await this.draw(wanted);
    await this.mark(this.view);
    await this.place(this.view);
  }

  /** Goals and streams of the scenario or puzzle, drawn on the field. */
  async mark(view) {
    const name = view.task === null ? "" : `task/${view.task.key}/marks/${language()}`;
    const layer = this.markLayer;
    if (this.marks === name && layer.dataset.marks === name) return;
    this.marks = name;
    const art = name === "" ? null : inside(await drawing(name));
    if (this.marks !== name || this.markLayer !== layer) return;
    layer.dataset.marks = name;
    layer.replaceChildren(...(art === null ? [] : [art]));
  }

  async draw(name) {
    const svg = await drawing(name);
    if (this.drawn === name) return;
    this.drawn = name;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    const layers = ["layer-tokens", "layer-golems"].map((id) => svg.querySelector(`#${id}, .${id}`));
    [this.tokenLayer, this.golemLayer] = layers;
    this.markLayer = makeSvg("g", { class: "layer-marks" });
    this.golemLayer.before(this.markLayer);
    // The same golems move on to the new picture, so that a change of language disturbs nothing.
    for (const golem of this.golems.values()) this.golemLayer.append(golem.element);
    for (const token of this.tokens.values()) this.tokenLayer.append(token);
    this.mat.replaceChildren(svg);
  }

  async place(view) {
    const rows = view.board.size[1];
    for (const shown of view.golems) {
      if (!this.golems.has(shown.name)) {
        if (!shown.alive) continue;
        const [body, barrel] = await Promise.all([drawing(`golem/${shown.name}`), drawing("token/barrel")]);
        if (this.golems.has(shown.name)) continue;
        const golem = new Golem(shown.name, body, view.lives_max);
        golem.barrel.append(inside(barrel));
        this.golems.set(shown.name, golem);
        golem.update(shown, rows);
        this.golemLayer.append(golem.element);
      }
      const golem = this.golems.get(shown.name);
      golem.update(shown, rows);
      // Where a golem must be put, its picture waits for it.
      golem.element.classList.toggle("awaited", view.notices.some((notice) => notice.facts?.golem === shown.name));
    }
    for (const [name, golem] of this.golems) {
      if (view.golems.some((shown) => shown.name === name)) continue;
      golem.element.remove();
      this.golems.delete(name);
    }
    await this.placeTokens(view, rows);
  }

  async placeTokens(view, rows) {
    const wanted = new Map();
    for (const [kind, key] of [["water", "waters"], ["wall", "walls"], ["barrel", "barrels"]]) {
      for (const cell of view.board[key] ?? []) wanted.set(`${kind} ${cell}`, { kind, cell });
    }
    // A stream is laid with water.
    for (const cell of (view.board.streams ?? []).flatMap((stream) => stream.cells)) wanted.set(`water ${cell}`, { kind: "water", cell });
    for (const [key, { kind, cell }] of wanted) {
      if (this.tokens.has(key)) continue;
      const art = await drawing(`token/${kind}`);
      if (this.tokens.has(key)) continue;
      const token = makeSvg("g", { class: `token ${kind}` }, inside(art));
      token.style.transform = shift(centre(cell, rows));
      this.tokens.set(key, token);
      this.tokenLayer.append(token);
    }
    for (const [key, token] of this.tokens) {
      if (wanted.has(key)) continue;
      token.remove();
      this.tokens.delete(key);
    }
  }

  tell(view) {
    const lines = view.golems.map((golem) =>
      golem.alive
        ? word("board.golem", {
            name: named(golem.name),
            cell: golem.cell,
            heading: word(`heading.${golem.heading}`),
            lives: golem.lives,
          }) + (golem.barrel ? ` ${word("board.carries")}` : "")
        : word("board.fallen", { name: named(golem.name) }),
    );
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
    lines.forEach((line, index) => {
      const item = this.list.children[index] ?? this.list.appendChild(document.createElement("li"));
      say(item, line);
    });
  }
}

/** Lives as hearts, for a player's panel. */
export function hearts(lives, most) {
  if (most > 5) return [symbol("heart", "full"), document.createTextNode(String(lives))];
  return Array.from({ length: Math.max(most, lives) }, (_, index) => symbol("heart", index < lives ? "full" : "empty"));
}
