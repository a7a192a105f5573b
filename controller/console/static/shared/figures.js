// What stands on a board: golems as they look on the mat, and pieces as chips with a letter.

import { drawing, emblem, makeSvg, say, symbol } from "./dom.js";
import { moodOf } from "./moods.js";

const MOST_HEARTS = 5;
/** A golem is drawn looking north. */
const UP = 90;

/** The angle equal to `wanted` (degrees) that is nearest to `current`: a golem turns the short way. */
export function nearestTurn(/** @type {number} */ current, /** @type {number} */ wanted) {
  return current + ((((wanted - current) % 360) + 540) % 360) - 180;
}

/** The contents of a drawing without its frame. */
export const contents = (/** @type {Element} */ svg) => makeSvg("g", {}, ...svg.childNodes);

function heart(/** @type {number} */ x, /** @type {boolean} */ full) {
  return makeSvg("use", { href: "#heart", x: x - 6.5, y: -6.5, width: 13, height: 13, class: full ? "full" : "empty" });
}

/** Lives as hearts, for a player's panel. */
export function hearts(/** @type {number} */ lives, /** @type {number} */ most) {
  if (most > MOST_HEARTS) return [symbol("heart", "full"), document.createTextNode(String(lives))];
  return Array.from({ length: Math.max(most, lives) }, (_, index) => symbol("heart", index < lives ? "full" : "empty"));
}

/** The figure of a piece as it looks on this board; a golem's pictures are fetched first. */
export async function figureOf(/** @type {import("./views").PieceView} */ piece, /** @type {import("./views").PlayView} */ play, /** @type {number} */ livesMax) {
  if (play.mat === "") return new Chip(piece, piece.figure === "" ? null : await drawing(`figure/${piece.figure}/${piece.owner}`));
  const [body, barrel] = await Promise.all([drawing(`golem/${piece.name}`), drawing("token/barrel")]);
  return new Golem(piece, body, barrel, livesMax);
}

/**
 * What stands on the board.
 * @typedef {object} Figure
 * @property {SVGElement} element
 * @property {(piece: import("./views").PieceView, where: string, view: import("./views").View) => void} update
 */

/** @implements {Figure} */
class Golem {
  constructor(/** @type {import("./views").PieceView} */ piece, /** @type {Element} */ art, /** @type {Element} */ barrel, /** @type {number} */ livesMax) {
    /** @type {number | null} */
    this.angle = null;
    /** @type {number | null} */
    this.lives = null;
    this.livesMax = livesMax;
    const nose = makeSvg("path", { class: "golem-nose", d: "M0-49 12-38H-12z" });
    const carried = makeSvg("g", { class: "golem-barrel" }, contents(barrel));
    this.body = makeSvg("g", { class: "golem-body" }, nose, makeSvg("g", { class: "golem-art" }, contents(art)), carried);
    this.flash = makeSvg("g", { class: "golem-flash" }, this.body);
    this.hearts = makeSvg("g", { class: "golem-hearts" });
    const ring = makeSvg("circle", { class: "golem-ring", r: 46 });
    this.element = makeSvg("g", { class: `golem of-${piece.name}` }, ring, this.flash, this.hearts);
  }

  update(/** @type {import("./views").PieceView} */ piece, /** @type {string} */ where, /** @type {import("./views").View} */ view) {
    this.element.classList.toggle("fallen", !piece.alive);
    if (piece.alive) {
      const wanted = UP - (piece.heading ?? UP);
      this.angle = this.angle === null ? wanted : nearestTurn(this.angle, wanted);
      this.element.style.transform = where;
      this.body.style.transform = `rotate(${this.angle}deg)`;
      // Hearts sit where the golem does not look, inside its own cell.
      this.hearts.style.transform = `translate(0px, ${piece.facing === "S" ? -40 : 40}px)`;
      this.element.dataset.cell = piece.spot;
      this.element.dataset.heading = piece.facing;
    }
    const lives = piece.lives ?? 0;
    if (this.lives !== null && lives < this.lives) this.hurt();
    if (this.lives !== lives) this.showLives(lives);
    this.lives = lives;
    // How it feels: by its lives, and by the energy that is left.
    this.element.dataset.mood = moodOf(piece, view);
    this.element.classList.toggle("carries", piece.carries);
    // Where a golem must be put, its picture waits for it.
    this.element.classList.toggle("awaited", view.notices.some((notice) => notice.facts?.golem === piece.name));
  }

  hurt() {
    this.flash.classList.remove("hurt");
    this.flash.getBoundingClientRect(); // begins the animation anew
    this.flash.classList.add("hurt");
  }

  showLives(/** @type {number} */ lives) {
    const most = Math.max(this.livesMax, lives);
    const step = 15;
    const width = most > MOST_HEARTS ? 44 : most * step + 6;
    const marks =
      most > MOST_HEARTS
        ? [heart(-11, true), makeSvg("text", { class: "golem-count", x: 8, y: 5 }, document.createTextNode(String(lives)))]
        : Array.from({ length: most }, (_, index) => heart((index - (most - 1) / 2) * step, index < lives));
    const pill = makeSvg("rect", { class: "golem-pill", x: -width / 2, y: -9, width, height: 18, rx: 9 });
    this.hearts.replaceChildren(pill, ...marks);
    this.hearts.dataset.lives = String(lives);
  }
}

/** @implements {Figure} */
class Chip {
  constructor(/** @type {import("./views").PieceView} */ piece, /** @type {Element | null} */ art) {
    this.art = art === null ? null : makeSvg("g", { class: "piece-figure" }, contents(art));
    this.nose = piece.heading === null ? null : makeSvg("path", { class: "piece-nose", d: "M50 0 22-31V31z" });
    this.left = piece.strength === null ? null : makeSvg("circle", { class: "strength", r: 40, pathLength: 100 });
    const worn = piece.golem === "" ? [] : [emblem(piece.golem)];
    for (const sign of worn) for (const [side, length] of Object.entries({ x: 10, y: 8, width: 36, height: 36 })) sign.setAttribute(side, String(length));
    this.mark = makeSvg("text", { y: 13 }, document.createTextNode(piece.mark));
    this.element = makeSvg("g", { class: `piece of-${piece.owner}`, "data-piece": piece.name }, ...(this.nose === null ? [] : [this.nose]), ...(this.art === null ? [makeSvg("circle", { r: 36 })] : [this.art]), ...(this.left === null ? [] : [this.left]), ...worn, ...(this.art === null ? [this.mark] : []));
  }

  update(/** @type {import("./views").PieceView} */ piece, /** @type {string} */ where) {
    this.element.style.transform = where;
    this.element.dataset.spot = piece.spot;
    this.element.classList.toggle("ghost", piece.ghost);
    say(this.mark, piece.mark);
    if (this.left !== null && piece.strength !== null) this.left.style.strokeDasharray = `${100 * piece.strength} 100`;
    if (this.nose !== null && piece.heading !== null) this.nose.style.transform = `rotate(${-piece.heading}deg)`;
  }
}
