// The head and the foot of the page: what the table is doing, energy, robots; and what covers the board.

import { drawing, make, renew, say, symbol } from "../shared/dom.js";
import { onlyComputersWrite, sayTurn } from "./players.js";
import { showRobots } from "./robots.js";
import { hasWord, language, listed, named, pick, word } from "../shared/words.js";

const ROWS = 4;

/** Phase, what to do now, round and energy. */
export function showHead(/** @type {import("../shared/views").View} */ view, /** @type {Record<string, any>} */ parts, watching = false) {
  if (view.trays) sayPhase(view, parts, watching);
  else sayTurn(view, parts, watching);
  say(parts.round, view.round > 0 ? word("round", { n: view.round }) : "");
  showEnergy(view, parts.energy);
}

/** What differs where cards are laid on screens, and for those who only watch there. */
const ON_SCREENS = ["setup", "programs", "check"];

function sayPhase(/** @type {import("../shared/views").View} */ view, /** @type {Record<string, any>} */ parts, /** @type {boolean} */ watching) {
  const puzzle = puzzleOver(view);
  if (onlyComputersWrite(view)) {
    say(parts.phase, word("phase.computers"));
    say(parts.hint, word("hint.pieces.computers"));
    return;
  }
  if (watching && puzzle === "" && view.phase === "programs") {
    say(parts.phase, word("phase.watch.laid"));
    say(parts.hint, word("hint.screen.programs"));
    return;
  }
  say(parts.phase, puzzle === "" ? word(`phase.${view.phase}`, { row: view.row, next: Math.min(view.row % ROWS + 1, ROWS), rows: ROWS }) : word(`puzzle.${puzzle}`));
  say(parts.hint, puzzle === "" ? word(view.screen && ON_SCREENS.includes(view.phase) ? `hint.screen.${view.phase}` : `hint.${view.phase}`) : word(`hint.puzzle.${puzzle}`));
}

/** How a try at a puzzle ended: solved, unsolved, or not judged yet; empty while nothing has ended. */
export function puzzleOver(/** @type {import("../shared/views").View} */ view) {
  if (view.task?.kind !== "puzzle" || view.winners === null) return "";
  if (view.task.verdict.length === 0) return "judging";
  return view.winners.length > 0 ? "solved" : "unsolved";
}

function showEnergy(/** @type {import("../shared/views").View} */ view, /** @type {HTMLElement} */ element) {
  element.hidden = view.energy === null;
  const { energy } = view;
  if (energy === null) return;
  const most = Math.max(view.energy_max ?? energy, energy);
  renew(element, [language(), energy, most], () => {
    element.setAttribute("aria-label", word("energy", { n: energy, most }));
    element.classList.toggle("low", energy <= 3);
    const track = make("span", { class: "track" });
    for (let unit = 1; unit <= most; unit += 1) track.append(make("i", { class: unit <= energy ? "on" : null }));
    return [symbol("bolt"), make("b", {}, String(energy)), track];
  });
}

/** The robots' health; and facts about the table, for the facilitator. */
export function showFoot(/** @type {import("../shared/views").View} */ view, /** @type {Record<string, any>} */ parts, /** @type {((golem: string) => void) | null} */ onRobot) {
  showRobots(view, parts.robots, onRobot);
  if (parts.facts === null) return;
  renew(parts.facts, [language(), view.table], () =>
    Object.entries(view.table).map(([key, value]) =>
      make("span", {}, `${hasWord(`fact.${key}`) ? word(`fact.${key}`) : key}: ${value}`),
    ),
  );
}

/** A golem with the name of who plays it. */
const withName = (/** @type {import("../shared/views").View} */ { names }, /** @type {string} */ golem) =>
  names[golem] === undefined ? named(golem) : `${names[golem]} (${named(golem)})`;

/** Covers the board when the game stands still or has ended. */
export async function showOverlay(/** @type {import("../shared/views").View} */ view, /** @type {HTMLElement} */ element) {
  const puzzle = puzzleOver(view);
  // After a try that failed the board stays in sight: there is something to be found out.
  const ended = view.winners !== null && (puzzle === "" || puzzle === "solved");
  const kind = view.estopped ? "estopped" : ended ? "over" : view.paused ? "paused" : "";
  document.body.dataset.state = kind;
  const value = [language(), kind, view.winners, view.reason, puzzle, view.task?.verdict];
  if (kind !== "over") {
    const ofGame = `over.${kind}.hint.${view.game}`;
    const hint = hasWord(ofGame) ? ofGame : `over.${kind}.hint`;
    renew(element, [...value, view.game], () =>
      kind === "" ? [] : [symbol(kind === "estopped" ? "stop" : "pause"), make("strong", {}, word(`over.${kind}`)), make("p", {}, word(hint))],
    );
    return;
  }
  const winners = view.winners ?? [];
  const golems = view.play.mat === "" ? [] : view.play.pieces.filter((golem) => winners.includes(golem.side));
  const portraits = await Promise.all(golems.map((golem) => drawing(`golem/${golem.name}`)));
  renew(element, value, () => {
    const figures = portraits.map((portrait) => make("span", { class: "portrait" }, portrait));
    if (puzzle !== "") {
      const said = (view.task?.verdict ?? []).map((words) => make("p", {}, pick(words)));
      return [make("div", { class: "portraits" }, ...figures), make("strong", {}, pick(view.task?.name ?? {})), ...said];
    }
    // A side of several golems is told by all of them.
    const sides = view.trays ? golems.map((golem) => withName(view, golem.name)) : winners.map((side) => pick(view.play.players[side]));
    const alone = view.trays && new Set(view.play.pieces.map((golem) => golem.side)).size < 2;
    const none = word(alone ? "win.lost" : "win.draw");
    const title = sides.length === 0 ? none : word(sides.length === 1 ? "win.one" : "win.many", { names: listed(sides) });
    if (!view.trays) return [make("strong", {}, title), ...view.play.facts.map((fact) => make("p", {}, pick(fact)))];
    if (alone && winners.length === 0) {
      const why = word(view.reason === "energy" ? "reason.out-of-charge" : "reason.nobody-left");
      return [make("strong", {}, title), make("p", {}, why)];
    }
    if (winners.length === 0 && view.reason === "last-standing") return [make("strong", {}, title), make("p", {}, word("reason.nobody-left"))];
    const reason = hasWord(`reason.${view.reason}`) ? word(`reason.${view.reason}`) : word("reason.goal");
    return [make("div", { class: "portraits" }, ...figures), make("strong", {}, title), make("p", {}, reason)];
  });
}
