import assert from "node:assert/strict";
import test from "node:test";

import { Store } from "../../../controller/console/static/shared/store.js";

test("whoever listens hears of a change with the state before it", () => {
  const store = new Store({ row: 1, paused: false });
  const heard = [];
  store.subscribe((now, before) => heard.push([now, before]));
  store.set({ row: 2 });
  assert.deepEqual(heard, [[{ row: 2, paused: false }, { row: 1, paused: false }]]);
});

test("nobody is called when nothing is another", () => {
  const store = new Store({ row: 1 });
  store.subscribe(() => assert.fail("nothing has changed"));
  store.set({ row: 1 });
});

test("a listener that ended hears nothing, even if it ends another one meanwhile", () => {
  const store = new Store({ row: 1 });
  const heard = [];
  const end = store.subscribe(() => heard.push("first"));
  store.subscribe(() => {
    heard.push("second");
    end();
  });
  store.set({ row: 2 });
  store.set({ row: 3 });
  assert.deepEqual(heard, ["first", "second", "second"]);
});

test("a state never changes under whoever holds it", () => {
  const store = new Store({ row: 1 });
  const held = store.get();
  store.set({ row: 2 });
  assert.equal(held.row, 1);
  assert.throws(() => {
    held.row = 5;
  }, TypeError);
});
