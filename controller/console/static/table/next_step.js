// What whoever sits at this screen does now: one sentence, one picture. Plain values; no page is needed.

import { finished, reading } from "../shared/draft.js";
import { laying, shared } from "./hand.js";

const ROWS = 4;
const CHILD = "child";

/**
 * @typedef {object} NextStep
 * @property {string} picture Its name under /art/next/.
 * @property {string} key Of the sentence.
 * @property {{ player?: string, row?: number, rows?: number }} about What stands in the sentence; a player by the name in the game.
 */

/**
 * @param {import("../shared/views").View} view
 * @param {string[]} mine Whom this screen plays for.
 * @param {{ draft: import("../shared/draft.js").Draft, all: boolean } | null} own The cards that lie on this screen.
 * @returns {NextStep | null} null where nobody plays at this screen.
 */
export function nextStep(view, mine, own = null) {
  if (mine.length === 0) return null;
  const standing = stillness(view);
  if (standing !== null) return standing;
  if (view.winners !== null) return ended(view, mine);
  const step = view.trays ? withCards(view, mine, own) : withPieces(view, mine);
  return step ?? (["row", "check"].includes(view.phase) ? { picture: "watch", key: "next.watch", about: { row: Math.max(1, view.row), rows: ROWS } } : { picture: "wait", key: "next.wait", about: {} });
}

/**
 * Why the whole table waits.
 * @param {import("../shared/views").View} view
 * @returns {NextStep | null}
 */
function stillness(view) {
  if (view.estopped) return { picture: "stop", key: "next.stop", about: {} };
  if (view.paused) return { picture: "pause", key: "next.pause", about: {} };
  return view.phase === "differs" ? { picture: "put", key: "next.put", about: {} } : null;
}

/**
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 * @returns {NextStep}
 */
function ended(view, mine) {
  const sides = view.play.pieces.filter((piece) => mine.includes(piece.name)).map((piece) => piece.side);
  const won = view.winners?.some((winner) => mine.includes(winner) || sides.includes(winner));
  return won ? { picture: "win", key: "next.won", about: {} } : { picture: "over", key: "next.over", about: {} };
}

/**
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 * @param {{ draft: import("../shared/draft.js").Draft, all: boolean } | null} own
 * @returns {NextStep | null}
 */
function withCards(view, mine, own) {
  const alive = mine.filter((player) => view.play.pieces.find((piece) => piece.name === player)?.alive === true);
  if (alive.length === 0) return { picture: "watch", key: "next.fallen", about: {} };
  if (view.phase === "dice") return { picture: "throw", key: "next.dice", about: {} };
  if (view.phase === "setup") return { picture: "put", key: view.screen ? "next.wait" : "next.setup", about: {} };
  if (view.phase !== "programs") return null;
  const asked = view.screen ? laying(view, mine) : alive.filter((player) => view.hands[player]?.complete !== true && (view.seats[player] ?? CHILD) === CHILD);
  const player = asked[0];
  if (player === undefined) return { picture: "wait", key: "next.others", about: {} };
  if (shared(view, mine) && own === null) return { picture: "look-away", key: "next.lay.of", about: { player } };
  return own === null ? cards(view, player) : onScreen(own);
}

/**
 * @param {{ draft: import("../shared/draft.js").Draft, all: boolean }} own
 * @returns {NextStep}
 */
function onScreen({ draft, all }) {
  if (finished(draft, all) && draft.rows.every((row) => reading(row) === "whole")) return { picture: "ready", key: "next.ready", about: {} };
  return { picture: "lay", key: "next.lay", about: { row: draft.selected + 1 } };
}

/**
 * @param {import("../shared/views").View} view
 * @param {string} player
 * @returns {NextStep}
 */
function cards(view, player) {
  const hand = view.hands[player];
  if (!view.screen && (hand?.problems.length ?? 0) > 0) return { picture: "lay", key: "next.mend", about: {} };
  const laid = hand?.rows_laid ?? 0;
  if (laid < ROWS) return { picture: "lay", key: "next.lay", about: { row: laid + 1 } };
  return { picture: "ready", key: view.screen ? "next.ready" : "next.ready-card", about: {} };
}

/**
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 * @returns {NextStep | null}
 */
function withPieces(view, mine) {
  const { turn } = view.play;
  if (view.phase === "programs") {
    const missing = Object.keys(view.hands).some((name) => !view.hands[name].complete);
    return missing ? { picture: "lay", key: "next.write", about: {} } : { picture: "wait", key: "next.others", about: {} };
  }
  if (view.phase === "hands") return { picture: "put", key: "next.hands", about: {} };
  if (turn === null || !["dice", "move", "ready"].includes(view.phase)) return null;
  if ((view.seats[turn] ?? CHILD) !== CHILD || !mine.includes(turn)) return { picture: "watch", key: "next.turn-of", about: { player: turn } };
  if (view.phase === "ready") return { picture: "wait", key: "next.signal", about: { player: turn } };
  return view.phase === "dice" ? { picture: "throw", key: "next.throw", about: { player: turn } } : { picture: "move", key: "next.move", about: { player: turn } };
}
