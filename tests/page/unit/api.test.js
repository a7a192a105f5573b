import assert from "node:assert/strict";
import test from "node:test";

import { newest } from "../../../controller/console/static/shared/api.js";

test("an answer is old where it was asked for again meanwhile", async () => {
  /** @type {((told: object) => void)[]} */
  const answers = [];
  globalThis.fetch = /** @type {any} */ (() => new Promise((done) => answers.push((told) => done({ ok: true, json: async () => told }))));
  const ask = newest();
  const [first, second] = [ask("lobby.json"), ask("lobby.json")];
  answers[1]({ games: 2 });
  assert.deepEqual(await second, { games: 2 });
  answers[0]({ games: 1 });
  assert.equal(await first, null);
  const third = ask("lobby.json");
  answers[2]({ games: 3 });
  assert.deepEqual(await third, { games: 3 });
});
