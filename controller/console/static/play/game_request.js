// What somebody wants to play, as plain values: from choices to what the front door is asked for. No page is needed.

/**
 * A board that is set up freely.
 * @typedef {object} FreeSetup
 * @property {Record<string, string>} tokens Cell -> wall, water or barrel.
 * @property {Record<string, { at: string, facing: string, lives: string, side: string }>} golems Lives as they are typed.
 * @property {string} energy As it is typed.
 */

/**
 * @typedef {object} Choices
 * @property {string} game
 * @property {string} way
 * @property {string} rules
 * @property {string} board
 * @property {string} scenario Empty: none.
 * @property {Record<string, string>} more Tokens that are laid beside those of the scenario: cell -> wall, water or barrel.
 * @property {Record<string, string>} seats Player -> here, phone, nobody, or how well the computer plays.
 * @property {FreeSetup | null} free
 * @property {number} count How many play, in games of pieces.
 * @property {Record<string, Record<string, string>>} parts What is said at length, as it is typed: names with commas, or numbers.
 * @property {Record<string, string>} names What people are called, by player.
 * @property {string} puzzle The puzzle, where that is the game; empty: the first.
 * @property {Record<string, string>} texts What the files of scenarios and puzzles hold that somebody chose, by their keys.
 * @property {Record<string, string>} bots What the files of bots hold, by what seats call them.
 * @property {"" | "screen" | "real"} dice Who throws dice; empty: as usual.
 * @property {string} place Where a game of pieces is played at a table; empty: the first place.
 * @property {Record<string, string>} chosen Choices of a game of pieces; empty texts: as usual.
 */

export const NOBODY = "nobody";
const PUZZLES = "golem_puzzles";
const FIRST_PUZZLE = "first-steps";
const COLOURS = ["red", "blue", "yellow", "green"];
const GOLEMS = "golems";
/** Letters of what a bot is called. */
const LONGEST_BOT = 40;

/** What is chosen before anybody chooses: one person against the computer.
 * @returns {Choices} */
export function firstChoices() {
  return { game: GOLEMS, way: "standard", rules: "3.1", board: "4x4", scenario: "", more: {}, seats: { red: "here", blue: "easy" }, free: null, count: 0, chosen: {}, parts: {}, names: {}, puzzle: "", place: "", dice: "", texts: {}, bots: {} };
}

/**
 * Who can play: the players for whom a seat is offered, and how many of them must be there.
 * @param {Choices} choices
 * @param {import("../shared/views").Catalogue} catalogue
 * @returns {{ players: string[], least: number }}
 */
export function offered(choices, catalogue) {
  const kind = catalogue.games.find((one) => one.name === choices.game);
  const scenario = choices.game === GOLEMS ? catalogue.scenarios.find((one) => one.key === choices.scenario) : undefined;
  if (scenario !== undefined) return { players: scenario.players, least: scenario.players.length };
  if (choices.game === GOLEMS && choices.free !== null) {
    const players = COLOURS.filter((colour) => choices.free !== null && colour in choices.free.golems);
    return { players, least: players.length };
  }
  const numbers = kind?.players ?? [];
  if (choices.game !== GOLEMS) {
    // Who plays may be others for each number of players.
    const players = numbers.find((those) => those.length === choices.count) ?? numbers.find((those) => those.length > 1) ?? numbers[0] ?? [];
    return { players, least: players.length };
  }
  const most = numbers.at(-1) ?? [];
  const two = choices.game === GOLEMS && (choices.way === "beginner" || choices.rules === "2.0");
  return { players: two ? most.slice(0, 2) : most, least: numbers[0]?.length ?? 1 };
}

/**
 * The choices with seats for exactly those who can play; who has chosen keeps the seat.
 * @param {Choices} choices
 * @param {import("../shared/views").Catalogue} catalogue
 * @returns {Choices}
 */
export function seated(choices, catalogue) {
  const kind = catalogue.games.find((one) => one.name === choices.game);
  const { players, least } = offered(choices, catalogue);
  const strengths = kind?.strengths ?? [];
  const usual = (/** @type {number} */ index) => (index >= least ? NOBODY : index === 0 && kind?.automatic !== true ? "here" : (strengths[0] ?? "here"));
  const allowed = ["here", "phone", ...Object.keys(choices.bots), ...strengths];
  /** @type {Record<string, string>} */
  const seats = {};
  players.forEach((player, index) => {
    const chosen = choices.seats[player];
    const fits = chosen !== undefined && (allowed.includes(chosen) || (chosen === NOBODY && index >= least));
    seats[player] = fits ? chosen : usual(index);
  });
  const board = choices.way === "beginner" || choices.way === "autonomous" ? "4x4" : choices.board;
  return { ...choices, board, seats };
}

/**
 * The choices with a bot in the first seat that no other bot of one's own has; there are as many as seats.
 * @param {Choices} choices
 * @param {import("../shared/views").Catalogue} catalogue
 * @param {string} file The name of its file.
 * @param {string} text What its file holds.
 * @returns {Partial<Choices>}
 */
export function withBot(choices, catalogue, file, text) {
  const kind = catalogue.games.find((one) => one.name === choices.game);
  const called = file.replace(/\.py$/, "").slice(-LONGEST_BOT) || "bot";
  // Seats call people and the computer so.
  const name = ["here", "phone", "child", "away", NOBODY, ...(kind?.strengths ?? [])].includes(called) ? `${called} bot` : called;
  const { players } = offered(choices, catalogue);
  const others = Object.entries(choices.bots).filter(([other]) => other !== name);
  const again = players.find((player) => choices.seats[player] === name);
  const free = again ?? players.find((player) => !others.some(([other]) => other === choices.seats[player])) ?? players[players.length - 1];
  const seats = { ...choices.seats, [free]: name };
  // Who has no seat any more is not sent.
  return { seats, bots: { ...Object.fromEntries(others.filter(([other]) => Object.values(seats).includes(other))), [name]: text } };
}

/**
 * What the front door is asked for.
 * @param {Choices} choices
 */
export function gameRequest(choices) {
  if (choices.game === PUZZLES) {
    const puzzle = choices.puzzle || FIRST_PUZZLE;
    return { game: PUZZLES, puzzle, ...textOf(choices, puzzle) };
  }
  const seats = Object.fromEntries(Object.entries(choices.seats).filter(([, who]) => who !== NOBODY));
  const people = Object.entries(choices.names).filter(([player, name]) => ["here", "phone"].includes(seats[player]) && name.trim() !== "");
  return { ...gameOf(choices, seats), ...(choices.dice === "" ? {} : { dice: choices.dice }), ...(people.length === 0 ? {} : { names: Object.fromEntries(people.map(([player, name]) => [player, name.trim()])) }) };
}

/**
 * What the file of a scenario or a puzzle holds, if it is none of those that are shipped.
 * @param {Choices} choices
 * @param {string} task
 */
function textOf({ texts }, task) {
  return task in texts ? { text: texts[task] } : {};
}

/**
 * The game, with who sits where.
 * @param {Choices} choices
 * @param {Record<string, string>} seats
 */
function gameOf(choices, seats) {
  if (choices.game !== GOLEMS) {
    const chosen = Object.fromEntries(Object.entries(choices.chosen).filter(([, value]) => value !== ""));
    const parts = partsOf(choices.parts);
    // A part says more than the word for it.
    for (const key of Object.keys(parts)) delete chosen[key];
    const bots = Object.fromEntries(Object.entries(choices.bots).filter(([name]) => Object.values(seats).includes(name)));
    return { game: choices.game, seats, ...(Object.keys(bots).length === 0 ? {} : { bots }), ...(choices.place === "" ? {} : { place: choices.place }), ...(choices.scenario === "" ? {} : { scenario: choices.scenario }), ...(Object.keys(chosen).length === 0 ? {} : { chosen }), ...(Object.keys(parts).length === 0 ? {} : { parts }) };
  }
  if (choices.scenario !== "") return { game: GOLEMS, seats, scenario: choices.scenario, ...textOf(choices, choices.scenario), ...(Object.keys(choices.more).length === 0 ? {} : { tokens: cellsByKey(choices.more) }) };
  const { way, rules, board } = choices;
  return { game: GOLEMS, seats, way, rules, board, ...(choices.free === null ? {} : { setup: setupOf(choices.free, choices) }) };
}

/**
 * What is said at length, without what was left empty: whole numbers are numbers, all else is names with commas between.
 * @param {Record<string, Record<string, string>>} typed
 */
export function partsOf(typed) {
  /** @type {Record<string, Record<string, string[] | number>>} */
  const parts = {};
  for (const [key, entries] of Object.entries(typed)) {
    const said = Object.entries(entries).filter(([, text]) => text.trim() !== "");
    if (said.length > 0) parts[key] = Object.fromEntries(said.map(([name, text]) => [name, isWhole(text) ? Number(text) : text.split(",").map((one) => one.trim()).filter(Boolean)]));
  }
  return parts;
}

/**
 * Cells of tokens by their keys in files, sorted.
 * @param {Record<string, string>} tokens Cell -> wall, water or barrel.
 */
function cellsByKey(tokens) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const cell of Object.keys(tokens).sort()) (found[`${tokens[cell]}s`] ??= []).push(cell);
  return found;
}

/**
 * A free set-up in the form of `golem resolve`.
 * @param {FreeSetup} free
 * @param {{ way: string, rules: string, board: string }} how
 */
export function setupOf(free, { way, rules, board }) {
  const [columns, rows] = board.split("x").map(Number);
  const cells = (/** @type {string} */ kind) => Object.keys(free.tokens).filter((cell) => free.tokens[cell] === kind).sort();
  return {
    game: GOLEMS,
    rules,
    way,
    board: { size: [columns, rows], walls: cells("wall"), waters: cells("water"), barrels: cells("barrel") },
    golems: Object.fromEntries(COLOURS.filter((colour) => colour in free.golems).map((colour) => [colour, { ...free.golems[colour], lives: numberOf(free.golems[colour].lives) }])),
    ...(rules === "3.1" ? { energy: numberOf(free.energy) } : {}),
  };
}

/**
 * What was typed as a number, if it is one; else as it is, so that the table says what is wrong with it.
 * @param {string} typed
 */
export const numberOf = (typed) => (isWhole(typed) ? Number(typed) : typed);

const isWhole = (/** @type {string} */ text) => /^\s*\d+\s*$/.test(text);

/**
 * The usual start, to begin a free set-up from.
 * @param {string} board
 * @returns {FreeSetup}
 */
export function usualSetup(board) {
  const [columns, rows] = board.split("x").map(Number);
  const last = `${String.fromCharCode(96 + columns)}${rows}`;
  return {
    tokens: {},
    golems: { red: { at: "a1", facing: "N", lives: "3", side: "red" }, blue: { at: last, facing: "S", lives: "3", side: "blue" } },
    energy: "10",
  };
}

/** Whether a cell is one of the dark ones of a board.
 * @param {string} cell */
export const isDark = (cell) => (cell.charCodeAt(0) - 97 + Number(cell.slice(1)) - 1) % 2 === 0;

/** The names of a board's cells, the upper row first, as they are seen.
 * @param {string} board */
export function cellsOf(board) {
  const [columns, rows] = board.split("x").map(Number);
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => `${String.fromCharCode(97 + column)}${rows - row}`)).flat();
}
