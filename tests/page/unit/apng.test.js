import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";

import { animated, chunksOf } from "../../../controller/console/static/replay/apng.js";
import { clipFrom } from "../../../controller/console/static/replay/steps.js";

const HEADER = [0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0];
const chunk = (type, data) => [0, 0, 0, data.length, ...Buffer.from(type), ...data, 0, 0, 0, 0];
const png = (...grey) => Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, ...chunk("IHDR", HEADER), ...chunk("IDAT", deflateSync(Buffer.from([0, ...grey]))), ...chunk("IEND", [])]);

test("still pictures become one that moves, in the order of the standard", () => {
  const whole = chunksOf(animated([{ png: png(0, 9), ms: 120 }, { png: png(5, 5), ms: 1500 }]));
  assert.deepEqual(whole.map(({ type }) => type), ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"]);
  assert.deepEqual([...whole[0].data], HEADER);
  assert.deepEqual([...whole[1].data], [0, 0, 0, 2, 0, 0, 0, 0]);
  // Sequence, width, height, offsets, 120 of 1000 seconds, no disposal, no blending.
  assert.deepEqual([...whole[2].data], [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120, 3, 232, 0, 0]);
  assert.deepEqual([...whole[4].data].slice(20, 24), [5, 220, 3, 232]);
  assert.deepEqual([...whole[5].data].slice(0, 4), [0, 0, 0, 2]);
  assert.deepEqual([...whole[5].data].slice(4), [...chunksOf(png(5, 5))[1].data]);
});

test("the sum of the end of a picture is the one that everybody knows", () => {
  assert.deepEqual([...animated([{ png: png(1, 2), ms: 1 }])].slice(-4), [0xae, 0x42, 0x60, 0x82]);
});

test("a clip holds one round at the most, and six steps", () => {
  const steps = [0, 1, 1, 1, 1, 2, 2].map((round) => ({ round }));
  assert.equal(clipFrom(0, steps), 0);
  assert.equal(clipFrom(3, steps), 0);
  assert.equal(clipFrom(6, steps), 4);
  assert.equal(clipFrom(9, Array.from({ length: 12 }, () => ({ round: 1 }))), 3);
});
