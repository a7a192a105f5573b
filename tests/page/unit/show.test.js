import assert from "node:assert/strict";
import test from "node:test";

import { moodOf } from "../../../controller/console/static/shared/moods.js";
import { RowFilm } from "../../../controller/console/static/table/slow_motion.js";

const view = (phase, row, spot, changes = {}) => ({
  game: "golems", round: 1, row, phase, trays: true, paused: false, estopped: false,
  play: { pieces: [{ name: "red", spot }], tokens: [] }, ...changes,
});

test("a golem feels by its lives, the energy and the end", () => {
  const golem = (lives, alive = true) => ({ lives, alive, side: "red" });
  const table = (changes = {}) => ({ lives_max: 3, energy: 9, winners: null, ...changes });
  assert.equal(moodOf(golem(3), table()), "well");
  assert.equal(moodOf(golem(2), table()), "hurt");
  assert.equal(moodOf(golem(1), table({ energy: 2 })), "last");
  assert.equal(moodOf(golem(3), table({ energy: 3 })), "tired");
  assert.equal(moodOf(golem(3), table({ energy: null })), "well");
  assert.equal(moodOf(golem(0, false), table()), "fallen");
  assert.equal(moodOf(golem(1), table({ winners: ["red"] })), "won");
});

test("the last row is seen again from where it began, once, as it was shown", () => {
  const film = new RowFilm();
  const shown = [view("ready", 3, "a1"), view("row", 4, "a1"), view("row", 4, "a2"), view("check", 4, "a2")];
  for (const one of shown) {
    film.note(one);
    assert.deepEqual(film.take(one), [], "while golems act nothing is seen again");
  }
  const between = view("programs", 4, "a2");
  film.note(between);
  assert.deepEqual(film.take(between).map((one) => one.play.pieces[0].spot), ["a1", "a2"]);
  assert.deepEqual(film.take(between), []);
});

test("nothing is seen again that did not happen, was taken back, or while the table stands still", () => {
  const film = new RowFilm();
  for (const one of [view("ready", 0, "a1"), view("row", 1, "a1"), view("check", 1, "a1")]) film.note(one);
  const still = view("programs", 1, "a1");
  film.note(still);
  assert.deepEqual(film.take(still), []);
  for (const one of [view("row", 2, "a1"), view("row", 2, "a2")]) film.note(one);
  const paused = view("programs", 2, "a2", { paused: true });
  film.note(paused);
  assert.deepEqual(film.take(paused), []);
  film.note(view("programs", 1, "a1"));
  assert.deepEqual(film.take(view("programs", 1, "a1")), []);
});
