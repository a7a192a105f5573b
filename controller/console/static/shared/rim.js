// Names of columns and rows at the rim of a board, where places are called by both: "e4", "9,3".

import { makeSvg } from "./dom.js";

const NAMES = /^([a-z]+)(\d+)$|^(\d+),(\d+)$/;
/** How far outside the outermost places' middles the names are, and the room that they take, in hundredths of a place. */
const OUTSIDE = 76;
export const RIM = 40;

/**
 * The column and the row of a place; null if it is called otherwise.
 * @param {string} name
 */
export function columnAndRow(name) {
  const found = NAMES.exec(name);
  return found === null ? null : { column: found[1] ?? found[3], row: found[2] ?? found[4] };
}

/**
 * The names of all columns below the board and of all rows left of it; empty if some place is called otherwise.
 * @param {import("./views").Spot[]} spots
 * @param {number} cell The side of a place.
 * @returns {SVGElement[]}
 */
export function rim(spots, cell) {
  const named = spots.map((spot) => ({ ...spot, ...(columnAndRow(spot.name) ?? { column: "", row: "" }) }));
  if (named.some(({ column }) => column === "")) return [];
  const [left, low] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const columns = new Map(named.map(({ column, x }) => [column, x]));
  const rows = new Map(named.map(({ row, y }) => [row, y]));
  const text = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) => makeSvg("text", { class: "rim-name", x, y: y + 12 }, document.createTextNode(name));
  return [
    ...[...columns].map(([name, x]) => text(name, x * cell, -low * cell + OUTSIDE)),
    ...[...rows].map(([name, y]) => text(name, left * cell - OUTSIDE, -y * cell)),
  ];
}
