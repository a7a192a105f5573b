import assert from "node:assert/strict";
import test from "node:test";

/** @type {((event: { persisted: boolean }) => void)[]} */
const shown = [];
globalThis.addEventListener = /** @type {any} */ ((/** @type {string} */ name, /** @type {any} */ listener) => {
  assert.equal(name, "pageshow");
  shown.push(listener);
});
const { once } = await import("../../../controller/console/static/shared/once.js");

/** What is asked for, and how often that was. */
function asking() {
  const asked = { times: 0, answer: (/** @type {boolean | Error} */ _left) => {} };
  const ask = once(async () => {
    asked.times += 1;
    const left = await new Promise((done) => (asked.answer = done));
    if (left instanceof Error) throw left;
    return left;
  });
  return { asked, ask };
}

test("pressed again while it is under way nothing happens", async () => {
  const { asked, ask } = asking();
  const first = ask();
  await ask();
  assert.equal(asked.times, 1);
  asked.answer(false);
  await first;
  ask();
  assert.equal(asked.times, 2);
});

test("nor while the browser leaves the page, until somebody comes back to it", async () => {
  const { asked, ask } = asking();
  const first = ask();
  asked.answer(true);
  await first;
  await ask();
  // The first time a page is shown it is no kept one.
  shown.at(-1)?.({ persisted: false });
  await ask();
  assert.equal(asked.times, 1);
  shown.at(-1)?.({ persisted: true });
  ask();
  assert.equal(asked.times, 2);
});

test("what failed may be asked for again", async () => {
  const { asked, ask } = asking();
  const first = ask();
  asked.answer(new Error("nobody is there"));
  await assert.rejects(first, /nobody is there/);
  ask();
  assert.equal(asked.times, 2);
});
