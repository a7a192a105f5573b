import assert from "node:assert/strict";
import test from "node:test";

import { draftOf, emptyDraft, finished, fits, left, reading, withCard, withoutCard } from "../../../controller/console/static/shared/draft.js";

const laid = (...cards) => cards.reduce(withCard, emptyDraft());

test("rows read as the rules read them", () => {
  for (const [cards, told] of [
    [[], "empty"],
    [["forward"], "whole"],
    [["forward", "forward"], "wrong"],
    [["repeat 2"], "open"],
    [["repeat 2", "forward"], "whole"],
    [["repeat 2", "repeat 3"], "wrong"],
    [["if enemy"], "open"],
    [["if enemy", "attack"], "open"],
    [["if enemy", "attack", "stand"], "whole"],
    [["if enemy", "repeat 2", "attack", "repeat 3", "stand"], "whole"],
    [["if enemy", "if attacked"], "wrong"],
    [["forward", "if enemy"], "wrong"],
  ]) assert.equal(reading(cards), told, cards.join(" "));
});

test("each action goes into the next row, and a row that wants more keeps its place", () => {
  assert.deepEqual(laid("forward", "repeat 2", "turn-left", "attack").rows, [["forward"], ["repeat 2", "turn-left"], ["attack"], []]);
  assert.equal(laid("forward", "repeat 2").selected, 1);
  assert.equal(laid("forward", "repeat 2", "stand").selected, 2);
});

test("a card that was taken back leaves its row as the next one's place", () => {
  const draft = withoutCard(laid("forward", "attack", "stand", "take"), 1, 0);
  assert.deepEqual(draft, { rows: [["forward"], [], ["stand"], ["take"]], selected: 1 });
  assert.deepEqual(withCard(draft, "defend").rows[1], ["defend"]);
});

test("what does not fit changes nothing", () => {
  const draft = laid("repeat 2");
  assert.equal(fits(draft, "if enemy"), false);
  assert.equal(withCard(draft, "if enemy"), draft);
  const full = laid("stand", "stand", "stand", "forward");
  assert.equal(withCard(full, "attack"), full);
});

test("cards are counted over all rows", () => {
  assert.equal(left(laid("forward", "forward"), { forward: 3 }, "forward"), 1);
  assert.equal(left(emptyDraft(), {}, "take"), 0);
});

test("a program is finished when its rows are whole, with the old rules also when it is shorter", () => {
  assert.equal(finished(laid("stand", "stand", "stand", "take"), true), true);
  assert.equal(finished(laid("stand", "stand"), true), false);
  assert.equal(finished(laid("stand", "stand"), false), true);
  assert.equal(finished(emptyDraft(), false), false);
  assert.equal(finished(draftOf([["stand"], [], ["stand"]]), false), false);
  assert.equal(finished(laid("stand", "stand", "stand", "repeat 2"), true), false);
});
