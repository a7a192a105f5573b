import assert from "node:assert/strict";
import test from "node:test";

import { laying, shared } from "../../../controller/console/static/table/hand.js";
import { forConsole, forSeat } from "../../../controller/console/static/table/seat_view.js";

const view = (values = {}) => ({
  screen: true,
  trays: true,
  phase: "programs",
  task: null,
  play: { turn: null, pieces: ["red", "blue", "green"].map((name) => ({ name, alive: name !== "green" })) },
  seats: { red: "child", blue: "child", green: "child" },
  hands: {},
  may: [],
  ...values,
});
const ALL = ["red", "blue", "green"];

test("whoever lives and has not finished is asked for cards", () => {
  assert.deepEqual(laying(view(), ALL), ["red", "blue"]);
  assert.deepEqual(laying(view({ hands: { red: { complete: true } } }), ALL), ["blue"]);
  assert.deepEqual(laying(view({ seats: { red: "easy", blue: "child" } }), ALL), ["blue"]);
  assert.deepEqual(laying(view(), ["red"]), ["red"]);
});

test("at a table with a camera, and in other phases, nobody lays cards on a screen", () => {
  assert.deepEqual(laying(view({ screen: false }), ALL), []);
  assert.deepEqual(laying(view({ phase: "row" }), ALL), []);
});

test("a curtain hangs between people, not between the golems of one puzzle", () => {
  assert.equal(shared(view(), ALL), true);
  assert.equal(shared(view(), ["red"]), false);
  assert.equal(shared(view({ hands: { red: { complete: true } } }), ALL), true);
  assert.equal(shared(view({ seats: {}, task: { plays: ["red", "blue"] } }), ALL), false);
});

test("one player's screen offers nothing in others' stead", () => {
  const asked = view({ may: ["move", "pause", "undo", "cards"], play: { turn: "red", pieces: [], writers: { red1: "red" } } });
  assert.deepEqual(forSeat(asked, ["red"]).may, ["move", "cards"]);
  assert.deepEqual(forSeat({ ...asked, may: ["advise"] }, ["red"]).may, ["advise"]);
  assert.deepEqual(forSeat({ ...asked, may: ["advise"] }, ["blue"]).may, []);
  assert.deepEqual(forSeat(asked, ["blue"]).may, ["cards"]);
  const written = { ...asked, may: ["program", "advise-program"] };
  assert.deepEqual(forSeat(written, ["red"]).may, ["program", "advise-program"]);
  assert.deepEqual(forSeat(written, ["blue"]).may, []);
  assert.deepEqual(forConsole(written, ["blue"]).play.writers, {});
  assert.deepEqual(forConsole(written, ["red"]), written);
});
