import assert from "node:assert/strict";
import test from "node:test";

import { addressOf, stepOf, within } from "../../../controller/console/static/replay/steps.js";

const step = (kind, round, row) => ({ kind, round, row, at_s: 0 });
const steps = [step("start", 0, 0), step("row", 1, 1), step("row", 1, 2), step("undo", 1, 1), step("row", 1, 2), step("end", 1, 2)];

test("an address names a row as people call it, the last time it was played", () => {
  assert.equal(stepOf("#r1.1", steps), 1);
  assert.equal(stepOf("#r1.2", steps), 4);
  assert.equal(stepOf("#2", steps), 2);
});

test("an address that names nothing leads to the start, one too far to the end", () => {
  for (const hash of ["", "#", "#r9.9", "#-1", "#one"]) assert.equal(stepOf(hash, steps), 0, hash);
  assert.equal(stepOf("#99", steps), 5);
});

test("every step has an address that leads to it", () => {
  steps.forEach((_, index) => assert.equal(stepOf(addressOf(index, steps), steps), index));
  assert.equal(addressOf(4, steps), "#r1.2");
  assert.equal(addressOf(2, steps), "#2");
});

test("no step is beyond the ends", () => {
  assert.equal(within(-3, 4), 0);
  assert.equal(within(Infinity, 4), 3);
});
