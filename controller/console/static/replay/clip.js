// A clip of the board to take home: what is seen on it, frame by frame, as one picture that moves.

import { makeSvg } from "../shared/dom.js";
import { animated } from "./apng.js";

const WIDTH = 480;
const CAPTION = 40;
const FRAME_MS = 120;
/** What the page's style sheets say of a shape, as the picture must say it itself. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity", "transform", "transform-box", "transform-origin", "font", "text-anchor", "display", "visibility", "filter"];

/**
 * The board as a picture of its own, without the page's style sheets and symbols.
 * @param {Element} svg
 */
export function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [shapes, copies] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  shapes.forEach((shape, index) => {
    const [seen, own] = [getComputedStyle(shape), /** @type {SVGElement} */ (copies[index]).style];
    for (const name of STYLES) own.setProperty(name, seen.getPropertyValue(name));
  });
  for (const use of copy.querySelectorAll("use")) {
    const drawn = document.querySelector(use.getAttribute("href") ?? "");
    if (drawn === null) continue;
    const frame = Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, use.getAttribute(name) ?? (name === "x" || name === "y" ? "0" : "100%")]));
    const inlined = makeSvg("svg", { ...frame, viewBox: drawn.getAttribute("viewBox") ?? "" }, ...drawn.cloneNode(true).childNodes);
    inlined.style.cssText = use.style.cssText;
    use.replaceWith(inlined);
  }
  const { width, height } = /** @type {SVGSVGElement} */ (svg).viewBox.baseVal;
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(Math.round((WIDTH * height) / width)));
  return copy;
}

export class Clip {
  /** @param {Element} mat What holds the board. */
  constructor(mat) {
    this.mat = mat;
    /** @type {{ png: Uint8Array, ms: number }[]} */
    this.frames = [];
  }

  /**
   * Takes the board as it is now, below it the words; it is seen for so many ms.
   * @param {string} words
   * @param {number} ms
   */
  async take(words, ms) {
    const board = this.mat.querySelector("svg");
    if (board === null) return;
    const svg = standalone(board);
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Number(svg.getAttribute("height")) + CAPTION;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0);
    pen.fillStyle = "#1b2330";
    pen.font = '700 20px "Golem Text", sans-serif';
    await document.fonts.load(pen.font, words);
    pen.fillText(words, 12, canvas.height - 13);
    URL.revokeObjectURL(address);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    this.frames.push({ png: new Uint8Array(await blob.arrayBuffer()), ms });
  }

  /**
   * Takes the board for so long, as it moves.
   * @param {string} words
   * @param {number} ms
   */
  async film(words, ms) {
    for (let begun = performance.now(), last = begun; last - begun < ms; ) {
      await this.take(words, FRAME_MS);
      const now = performance.now();
      await new Promise((done) => setTimeout(done, Math.max(0, FRAME_MS - (now - last))));
      // As long as it truly took: a slow computer makes fewer frames.
      this.frames[this.frames.length - 1].ms = Math.round(performance.now() - last);
      last = performance.now();
    }
  }

  /**
   * Hands the clip to the browser as a file.
   * @param {string} name
   */
  save(name) {
    const address = URL.createObjectURL(new Blob([animated(this.frames)], { type: "image/png" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
