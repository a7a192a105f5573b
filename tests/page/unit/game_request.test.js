import assert from "node:assert/strict";
import test from "node:test";

import { pressed } from "../../../controller/console/static/play/more_tokens.js";
import { cellsOf, firstChoices, isDark, offered, partsOf, seated, usualSetup, gameRequest, withBot } from "../../../controller/console/static/play/game_request.js";

const COLOURS = ["red", "blue", "yellow", "green"];
const catalogue = {
  games: [
    { name: "golems", players: [2, 3, 4].map((n) => COLOURS.slice(0, n)), strengths: ["easy", "hard"], automatic: false },
    { name: "jetan", players: [["black", "orange"]], strengths: ["easy"], automatic: false },
    { name: "robot_game", players: [["0", "1"]], strengths: ["easy"], automatic: true },
  ],
  scenarios: [{ key: "castle", players: ["red", "blue"] }],
};

test("whoever chooses nothing plays against the computer", () => {
  const choices = seated(firstChoices(), catalogue);
  assert.deepEqual(choices.seats, { red: "here", blue: "easy", yellow: "nobody", green: "nobody" });
  assert.deepEqual(gameRequest(choices), { game: "golems", seats: { red: "here", blue: "easy" }, way: "standard", rules: "3.1", board: "4x4" });
});

test("beginners are two, on the small board", () => {
  const choices = seated({ ...firstChoices(), way: "beginner", board: "6x6", seats: { red: "here", blue: "phone", yellow: "easy" } }, catalogue);
  assert.deepEqual(choices.seats, { red: "here", blue: "phone" });
  assert.equal(choices.board, "4x4");
});

test("a scenario says itself who plays, where and how", () => {
  const request = gameRequest(seated({ ...firstChoices(), scenario: "castle" }, catalogue));
  assert.deepEqual(request, { game: "golems", seats: { red: "here", blue: "easy" }, scenario: "castle" });
});

test("a scenario is played with the tokens that were laid beside its own", () => {
  let more = {};
  for (const cell of ["f1", "b2", "a6", "b2"]) more = pressed(more, cell, ["barrel"]);
  const { tokens } = gameRequest(seated({ ...firstChoices(), scenario: "castle", more }, catalogue));
  assert.deepEqual(tokens, { barrels: ["a6", "f1"] });
  assert.deepEqual(["a1", "a1"].reduce((laid, cell) => pressed(laid, cell, ["wall", "barrel"]), {}), { a1: "barrel" });
});

test("a task from a file goes along whole, and so does who throws dice", () => {
  const own = { ...catalogue, scenarios: [...catalogue.scenarios, { key: "mine.yaml", players: ["red", "blue"] }] };
  const choices = { ...firstChoices(), texts: { "mine.yaml": "name: x" }, dice: "real" };
  const request = gameRequest(seated({ ...choices, scenario: "mine.yaml" }, own));
  assert.deepEqual(request, { game: "golems", seats: { red: "here", blue: "easy" }, scenario: "mine.yaml", text: "name: x", dice: "real" });
  assert.equal("text" in gameRequest(seated({ ...choices, scenario: "castle" }, own)), false);
  assert.deepEqual(gameRequest({ ...choices, game: "golem_puzzles", puzzle: "mine.yaml" }), { game: "golem_puzzles", puzzle: "mine.yaml", text: "name: x" });
});

test("nobody sits down to a game that programs play", () => {
  assert.deepEqual(seated({ ...firstChoices(), game: "robot_game", seats: {} }, catalogue).seats, { 0: "easy", 1: "easy" });
  assert.deepEqual(seated({ ...firstChoices(), game: "jetan", seats: {} }, catalogue).seats, { black: "here", orange: "easy" });
});

test("for each number of players there may be others who play", () => {
  const hexagons = { name: "hex", players: [["green", "violet"], ["green", "red", "violet"]], strengths: ["easy"], automatic: false };
  const known = { ...catalogue, games: [...catalogue.games, hexagons] };
  assert.deepEqual(seated({ ...firstChoices(), game: "hex", seats: {} }, known).seats, { green: "here", violet: "easy" });
  assert.deepEqual(seated({ ...firstChoices(), game: "hex", seats: {}, count: 3 }, known).seats, { green: "here", red: "easy", violet: "easy" });
});

test("own bots sit down, one for each player, and only they are sent", () => {
  const bots = { ...catalogue, games: catalogue.games.map((one) => ({ ...one, bots: one.name === "robot_game" })) };
  let choices = seated({ ...firstChoices(), game: "robot_game", seats: {} }, bots);
  for (const [file, text] of [["hunter.py", "1"], ["easy.py", "2"], ["hunter.py", "3"]]) choices = seated({ ...choices, ...withBot(choices, bots, file, text) }, bots);
  assert.deepEqual(gameRequest(choices), { game: "robot_game", seats: { 0: "hunter", 1: "easy bot" }, bots: { hunter: "3", "easy bot": "2" } });
  choices = seated({ ...choices, ...withBot(choices, bots, "third.py", "4") }, bots);
  assert.deepEqual(gameRequest(choices), { game: "robot_game", seats: { 0: "hunter", 1: "third" }, bots: { hunter: "3", third: "4" } });
  assert.equal(gameRequest({ ...choices, seats: { 0: "easy", 1: "easy" } }).bots, undefined);
});

test("a free set-up is told as the rules read it", () => {
  const free = { ...usualSetup("4x4"), tokens: { b2: "wall", a4: "water", c3: "wall" } };
  const { setup } = gameRequest({ ...firstChoices(), free });
  assert.deepEqual(setup.board, { size: [4, 4], walls: ["b2", "c3"], waters: ["a4"], barrels: [] });
  assert.deepEqual(setup.golems.blue, { at: "d4", facing: "S", lives: 3, side: "blue" });
  assert.equal(setup.energy, 10);
  assert.deepEqual(offered({ ...firstChoices(), free }, catalogue), { players: ["red", "blue"], least: 2 });
});

test("cells are named as they are seen, the upper row first", () => {
  assert.deepEqual(cellsOf("2x2"), ["a2", "b2", "a1", "b1"]);
});

test("what is said at length is names or numbers, and says more than the word for it", () => {
  assert.deepEqual(partsOf({ teams: { red: " Anna , Ben ", blue: "" }, stakes: { thoat: "3", chief: " " }, hats: { red: "" } }), { teams: { red: ["Anna", "Ben"] }, stakes: { thoat: 3 } });
  const choices = seated({ ...firstChoices(), game: "jetan", chosen: { stakes: "pieces", games: "3" }, parts: { stakes: { thoat: "3" } } }, catalogue);
  assert.deepEqual(gameRequest(choices).chosen, { games: "3" });
  assert.deepEqual(gameRequest(choices).parts, { stakes: { thoat: 3 } });
});

test("a board's cells are dark and light in turn, the first one dark", () => {
  assert.equal(isDark("a1"), true);
  assert.deepEqual(cellsOf("3x2").map(isDark), [false, true, false, true, false, true]);
});
