import assert from "node:assert/strict";
import test from "node:test";

import { draftOf } from "../../../controller/console/static/shared/draft.js";
import { guideStep } from "../../../controller/console/static/table/guide_steps.js";
import { nextStep } from "../../../controller/console/static/table/next_step.js";

const golem = (name, changes = {}) => ({ name, side: name, alive: true, ...changes });
const view = (changes = {}, play = {}) => ({
  trays: true, screen: true, phase: "programs", paused: false, estopped: false, winners: null, row: 0, task: null,
  seats: {}, hands: {}, energy: 10, energy_max: 10,
  play: { pieces: [golem("red"), golem("blue")], players: { red: {}, blue: {} }, turn: null, ...play }, ...changes,
});
const hand = (rows_laid, complete = false, problems = []) => ({ rows_laid, complete, problems });
const key = (...given) => nextStep(...given)?.key;

test("who plays nowhere is told nothing", () => assert.equal(nextStep(view(), []), null));

test("what stops the table comes first", () => {
  assert.equal(key(view({ estopped: true, paused: true }), ["red"]), "next.stop");
  assert.equal(key(view({ paused: true }), ["red"]), "next.pause");
  assert.equal(key(view({ phase: "differs" }), ["red"]), "next.put");
});

test("on a screen the next card goes where the draft says", () => {
  const own = (rows) => ({ draft: draftOf(rows), all: true });
  assert.deepEqual(nextStep(view({ seats: { blue: "easy" } }), ["red"], own([["forward"], ["repeat 2"]])).about, { row: 2 });
  assert.equal(key(view(), ["red"], own([["forward"], ["stand"], ["stand"], ["take"]])), "next.ready");
  assert.equal(key(view({ hands: { red: hand(4, true) } }), ["red"]), "next.others");
});

test("behind the curtain it says whose turn it is to lay cards", () => {
  const shared = view({ seats: { yellow: "easy" } });
  assert.deepEqual(nextStep(shared, ["red", "blue"]), { picture: "look-away", key: "next.lay.of", about: { player: "red" } });
});

test("before a camera it follows the tray", () => {
  const table = (one) => view({ screen: false, hands: { red: one } });
  assert.deepEqual(nextStep(table(hand(1)), ["red"]).about, { row: 2 });
  assert.equal(key(table(hand(2, false, [{}])), ["red"]), "next.mend");
  assert.equal(key(table(hand(4)), ["red"]), "next.ready-card");
  assert.equal(key(table(hand(4, true)), ["red"]), "next.others");
});

test("a fallen golem's player watches", () => {
  assert.equal(key(view({}, { pieces: [golem("red", { alive: false }), golem("blue")] }), ["red"]), "next.fallen");
});

test("in a game of pieces it is the one's turn, and the others watch", () => {
  const pieces = (phase, turn, changes = {}) => view({ trays: false, phase, ...changes }, { turn });
  assert.equal(key(pieces("dice", "red"), ["red"]), "next.throw");
  assert.equal(key(pieces("move", "red"), ["red"]), "next.move");
  assert.equal(key(pieces("move", "blue"), ["red"]), "next.turn-of");
  assert.equal(key(pieces("move", "red", { seats: { red: "easy" } }), ["red"]), "next.turn-of");
  assert.equal(key(pieces("row", null), ["red"]), "next.watch");
});

test("the end is told to winners and others, also to a side of several", () => {
  assert.equal(key(view({ winners: ["red"] }), ["red"]), "next.won");
  assert.equal(key(view({ winners: ["sun"] }, { pieces: [golem("red", { side: "sun" })] }), ["red"]), "next.won");
  assert.equal(key(view({ winners: [] }), ["red"]), "next.over");
});

test("the guide follows what lies there, and lets people go their own way", () => {
  const first = view({ task: { key: "first-game" } });
  const at = (rows, begun = true, changes = {}) => guideStep({ ...first, ...changes }, rows === null ? null : draftOf(rows), begun);
  assert.equal(guideStep(view(), draftOf([]), true), null);
  assert.equal(at([], false).number, 1);
  assert.equal(at([]).card, "forward");
  assert.deepEqual([at([["forward"]]).number, at([["forward"]]).card], [3, "turn-right"]);
  assert.equal(at([["forward"], ["turn-right"], ["forward"]]).card, "attack");
  assert.equal(at([["stand"]]).key, "guide.own");
  assert.equal(at([["forward"], [], ["attack"]]).card, null);
  assert.equal(at([["stand"], ["stand"], ["stand"], ["attack"]]).key, "guide.ready");
  assert.equal(at(null, true, { phase: "row" }).number, 4);
  assert.equal(at([], true, { energy: 9 }).key, "guide.alone");
  assert.equal(at(null, true, { winners: [] }).key, "guide.again");
  assert.equal(at(null, true, { winners: ["red"] }).button, "play");
});
