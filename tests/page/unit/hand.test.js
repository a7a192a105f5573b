import assert from "node:assert/strict";
import test from "node:test";

import { Hand, laying, shared } from "../../../controller/console/static/table/hand.js";
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

test("an old answer does not take back cards that were laid since", async () => {
  const hand = new Hand(/** @type {any} */ ({}), ["red"]);
  hand.draw = () => {};
  hand.player = "red";
  /** @type {((rows: string[][]) => void)[]} */
  const answers = [];
  globalThis.fetch = /** @type {any} */ (() => new Promise((done) => answers.push((rows) => done({ ok: true, json: async () => ({ asked: true, rows, problems: [] }) }))));
  const first = hand.fetch("red");
  const second = hand.fetch("red");
  answers[1]([["forward"]]);
  await second;
  answers[0]([]);
  await first;
  assert.deepEqual(hand.draft.rows[0], ["forward"]);
});

test("another game begins with the cards that lie in it", () => {
  globalThis.document = /** @type {any} */ ({ body: { classList: { toggle() {} } } });
  const hand = new Hand(/** @type {any} */ ({}), ["red"]);
  const fetched = /** @type {string[]} */ ([]);
  hand.draw = () => {};
  hand.fetch = async (player) => {
    hand.fetching = true;
    fetched.push(player);
  };
  const asked = view({ round: 1, seats: { red: "child" }, table: { seed: "7" } });
  hand.update(/** @type {any} */ (asked));
  hand.update(/** @type {any} */ (asked));
  assert.deepEqual(fetched, ["red"]);
  hand.update(/** @type {any} */ ({ ...asked, table: { seed: "8" } }));
  assert.deepEqual(fetched, ["red", "red"]);
});

test("a table that did not answer is asked again", async () => {
  globalThis.document = /** @type {any} */ ({ body: { classList: { toggle() {} } } });
  const hand = new Hand(/** @type {any} */ ({}), ["red"]);
  hand.draw = () => {};
  let asked = 0;
  globalThis.fetch = /** @type {any} */ (async () => {
    asked += 1;
    if (asked === 1) throw new Error("nobody is there");
    return { ok: true, json: async () => ({ asked: true, rows: [["stand"]], problems: [] }) };
  });
  for (const times of [1, 2, 2]) {
    hand.update(/** @type {any} */ (view({ round: 1, seats: { red: "child" }, table: { seed: "7" } })));
    await new Promise((done) => setImmediate(done));
    assert.equal(asked, times);
  }
  assert.deepEqual(hand.draft.rows[0], ["stand"]);
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
