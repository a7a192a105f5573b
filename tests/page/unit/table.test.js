import assert from "node:assert/strict";
import test from "node:test";

import { nearestTurn } from "../../../controller/console/static/shared/figures.js";
import { cardsOf } from "../../../controller/console/static/table/programs.js";
import { pointsTo, throwsNow } from "../../../controller/console/static/table/own_keys.js";
import { counted } from "../../../controller/console/static/table/story.js";
import { painted } from "../../../controller/console/static/table/tokens.js";

test("a golem turns the short way to where it looks", () => {
  assert.equal(nearestTurn(0, 90), 90);
  assert.equal(nearestTurn(0, 270), -90);
  assert.equal(nearestTurn(720, 90), 810);
  assert.equal(nearestTurn(-350, 0), -360);
  assert.equal(Math.abs(nearestTurn(0, 180)), 180);
});

test("a row in text form is cut into its cards", () => {
  assert.deepEqual(cardsOf("forward"), ["forward"]);
  assert.deepEqual(cardsOf("repeat 2 turn-left"), ["repeat 2", "turn-left"]);
  assert.deepEqual(cardsOf("if enemy attack else repeat 3 forward"), ["if enemy", "attack", "repeat 3", "forward"]);
});

test("a press lays a token, lays another one there, or takes it off", () => {
  const lying = [{ kind: "wall", spot: "b2" }, { kind: "barrel", spot: "c3" }];
  assert.deepEqual(painted(lying, "water", "d1"), { walls: ["b2"], waters: ["d1"], barrels: ["c3"] });
  assert.deepEqual(painted(lying, "water", "b2"), { walls: [], waters: ["b2"], barrels: ["c3"] });
  assert.deepEqual(painted(lying, "wall", "b2"), { walls: [], waters: [], barrels: ["c3"] });
  assert.deepEqual(painted(lying, "", "c3"), { walls: ["b2"], waters: [], barrels: [] });
});

test("each player throws with a key of their own, when it is their turn", () => {
  const view = { phase: "dice", may: ["roll", "pause"], play: { players: { red: {}, blue: {}, green: {} }, turn: "blue" } };
  assert.equal(throwsNow(view, "2"), true);
  for (const key of ["1", "3", "4", "0", "r", " ", ""]) assert.equal(throwsNow(view, key), false);
  assert.equal(throwsNow({ ...view, phase: "move" }, "2"), false);
  assert.equal(throwsNow({ ...view, may: ["pause"] }, "2"), false);
});

test("the own key goes from move to move, and nobody else's does", () => {
  const choices = [{ move: "new" }, { move: "move 3" }, { move: "move 9" }];
  const view = { phase: "move", may: ["move"], play: { players: { red: {}, blue: {} }, turn: "blue", sounds: ["throw"], choices } };
  const seen = ["", "new", "move 3", "move 9", "gone"].map((before) => pointsTo(view, "2", before).move);
  assert.deepEqual(seen, ["new", "move 3", "move 9", "new", "new"]);
  assert.equal(pointsTo(view, "1", ""), null);
  assert.equal(pointsTo({ ...view, phase: "dice" }, "2", ""), null);
  assert.equal(pointsTo({ ...view, play: { ...view.play, choices: [] } }, "2", ""), null);
  assert.equal(pointsTo({ ...view, play: { ...view.play, sounds: [] } }, "2", ""), null);
});

test("the same sentence about one golem is told once, with how often", () => {
  const row = { round: 1, row: 1, sentences: [{ en: "a" }, { en: "b" }, { en: "a" }], golems: ["red", "red", "red"] };
  const told = counted(row).map(({ sentence, times }) => [sentence.en, times]);
  assert.deepEqual(told, [["a", 2], ["b", 1]]);
  const others = { ...row, golems: ["red", "red", "blue"] };
  assert.equal(counted(others).length, 3);
});
