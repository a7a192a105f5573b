import assert from "node:assert/strict";
import test from "node:test";

import { soundsBetween } from "../../../controller/console/static/table/sound_events.js";
import { TONES } from "../../../controller/console/static/table/synth.js";

const golem = (values = {}) => ({ name: "red", spot: "a1", facing: "N", lives: 3, carries: false, alive: true, ...values });
const view = (values = {}, ...pieces) => ({ game: "golems", trays: true, phase: "row", story: [], programs: {}, winners: null, play: { pieces: pieces.length > 0 ? pieces : [golem()] }, ...values });

test("each thing that happens has its sound, once", () => {
  const before = view();
  assert.deepEqual(soundsBetween(before, view()), []);
  assert.deepEqual(soundsBetween(before, view({}, golem({ spot: "a2", facing: "E" }))), ["step"]);
  assert.deepEqual(soundsBetween(before, view({}, golem({ facing: "E" }))), ["turn"]);
  assert.deepEqual(soundsBetween(before, view({}, golem({ lives: 2 }))), ["hurt"]);
  assert.deepEqual(soundsBetween(before, view({}, golem({ lives: 0, alive: false }))), ["fall"]);
  assert.deepEqual(soundsBetween(before, view({}, golem({ carries: true }))), ["barrel"]);
  assert.deepEqual(soundsBetween(view({ programs: { red: [null] } }), view({ programs: { red: ["forward"] } })), ["card"]);
  assert.deepEqual(soundsBetween(before, view({ winners: ["red"] })), ["victory"]);
  assert.deepEqual(soundsBetween(before, view({ winners: [] })), ["draw"]);
});

test("boards of pieces are heard: moves, captures, robots that are shot", () => {
  const piece = (name, values = {}) => ({ name, spot: "a1", heading: null, strength: null, ...values });
  const board = (shape, ...pieces) => ({ ...view({ game: "jetan", trays: false }), play: { shape, pieces } });
  const both = board("square", piece("one"), piece("other", { spot: "b1" }));
  assert.deepEqual(soundsBetween(both, both), []);
  assert.deepEqual(soundsBetween(both, board("square", piece("one", { spot: "b1" }))), ["step", "take"]);
  assert.deepEqual(soundsBetween(both, board("square", piece("one"), piece("other", { spot: "b1" }), piece("new"))), ["set"]);
  const robots = board("hexagon", piece("green1", { heading: 30 }), piece("violet1"));
  assert.deepEqual(soundsBetween(robots, board("hexagon", piece("green1", { heading: 90 }))), ["turn", "burst"]);
  const arena = board("square", piece("r1", { strength: 1 }), piece("r2", { strength: 0.2 }));
  assert.deepEqual(soundsBetween(arena, board("square", piece("r1", { strength: 0.8 }))), ["hurt", "burst"]);
  assert.deepEqual(soundsBetween(both, { ...both, winners: ["black"] }), ["victory"]);
});

test("a page that was just opened, another game and an undo are silent", () => {
  const after = view({}, golem({ spot: "a2" }));
  assert.deepEqual(soundsBetween(null, after), []);
  assert.deepEqual(soundsBetween(view({ game: "jetan" }), after), []);
  assert.deepEqual(soundsBetween(view({ story: [{}] }), after), []);
});

test("every sound can be made: it has tones that begin, end, and are no louder than they may be", () => {
  for (const [name, tones] of Object.entries(TONES)) {
    assert.ok(tones.length > 0, name);
    for (const { from, to, s, loud } of tones) assert.ok(from > 0 && to > 0 && s > 0 && loud > 0 && loud <= 0.5, name);
  }
});
