import assert from "node:assert/strict";
import test from "node:test";

import { fieldsOf } from "../../../controller/console/static/play/wrong_fields.js";

test("a place of a wish is a field of the form", () => {
  for (const [at, field] of [
    ["seats.red", "seat-red"], ["names.blue", "name-blue"], ["chosen.sum", "term-sum"], ["parts.teams.red[1]", "part-teams-red"], ["parts.stakes.thoat", "part-stakes-thoat"],
    ["setup.golems.red.lives", "lives-red"], ["setup.golems.red.side", "side-red"], ["setup.energy", "energy"], ["setup.board.walls[0]", "free"], ["board", "board"], ["way", "way"], ["scenario", "scenario"],
  ]) assert.equal(fieldsOf(at)[0], field);
  assert.deepEqual(fieldsOf("seats"), ["count", "seat-red"]);
  assert.deepEqual(fieldsOf("mine.yaml:3: name"), []);
});
