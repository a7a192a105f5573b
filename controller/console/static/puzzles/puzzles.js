// All puzzles, from the easiest to the hardest, as lessons by what they teach; one touch begins one. Under a nickname the
// page shows what is solved, and what comes next.

import { ask, post } from "../shared/api.js";
import { make, part, say } from "../shared/dom.js";
import { openPage, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { pick, word } from "../shared/words.js";
import { taskFile } from "../play/task_file.js";

/** @typedef {import("../shared/views").TaskChoice} TaskChoice */
/** @typedef {import("../shared/views").PuzzleResult} PuzzleResult */

/** Where this browser window keeps the nickname; it ends with the window. */
const NICKNAME = "golem-nickname";

/** Begins a puzzle: the name is that of who plays (empty: nobody says), the text what a file of one's own holds. */
const begin = once(async (/** @type {TaskChoice} */ puzzle, /** @type {string} */ name, /** @type {string | undefined} */ text) => {
  const names = name === "" ? {} : { [puzzle.players[0]]: name };
  const answer = await post("/api/games", { game: "golem_puzzles", puzzle: puzzle.key, names, ...(text === undefined ? {} : { text }) });
  if (answer.ok) location.assign(answer.told.address);
  else toast(answer.text, true);
  return answer.ok;
});

openPage("door.puzzles", async (visitor) => {
  /** @type {import("../shared/views").Catalogue} */
  const { puzzles } = await ask("/api/catalogue.json");
  /** @type {import("../shared/views").Pupil[]} */
  const pupils = visitor.facilitator ? (await ask("/api/class.json")).pupils : [];
  const name = part("name", HTMLInputElement);
  const renew = () => show(puzzles, pupils, name.value.trim(), visitor.facilitator);
  part("pupil", HTMLElement).hidden = !visitor.facilitator;
  part("names", HTMLElement).replaceChildren(...pupils.map((one) => make("option", { value: one.name })));
  name.value = sessionStorage.getItem(NICKNAME) ?? "";
  name.oninput = () => {
    sessionStorage.setItem(NICKNAME, name.value.trim());
    renew();
  };
  renew();
  if (!visitor.facilitator) return;
  const own = taskFile("puzzle", (file) => post("/api/tasks", file), (task, text) => begin(task, name.value.trim(), text));
  part("own", HTMLElement).replaceChildren(own);
});

/**
 * @param {TaskChoice[]} puzzles
 * @param {import("../shared/views").Pupil[]} pupils
 * @param {string} name
 * @param {boolean} playable
 */
function show(puzzles, pupils, name, playable) {
  const found = pupils.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const results = new Map((found?.results ?? []).map((result) => [result.puzzle, result]));
  const solved = puzzles.filter((one) => (results.get(one.key)?.rounds ?? 0) > 0);
  const next = name === "" ? undefined : puzzles.find((one) => !solved.includes(one));
  say(part("count", HTMLElement), name === "" ? "" : word("puzzles.count", { solved: solved.length, count: puzzles.length }));
  const ideas = [...new Set(puzzles.map((one) => one.idea))];
  part("puzzles", HTMLElement).replaceChildren(
    ...ideas.map((idea) => make("section", {}, make("h2", {}, word(`idea.${idea}`)),
      make("ul", { class: "puzzles" }, ...puzzles.flatMap((one, index) =>
        (one.idea === idea ? [entry(one, index + 1, { playable, name, result: results.get(one.key), next: one === next })] : [])))))
  );
}

/**
 * @param {TaskChoice} puzzle
 * @param {number} number
 * @param {{ playable: boolean, name: string, result: PuzzleResult | undefined, next: boolean }} about
 */
function entry(puzzle, number, { playable, name, result, next }) {
  const title = `${number}. ${pick(puzzle.name)}`;
  const button = make("button", { type: "button", class: next ? "primary" : null, "aria-label": `${word("puzzles.play")}: ${title}` }, word("puzzles.play"));
  button.disabled = !playable;
  button.addEventListener("click", () => begin(puzzle, name, undefined));
  const board = make("img", { src: `/api/tasks/puzzle/${puzzle.key}.svg`, alt: "", loading: "lazy", width: 120, height: 120 });
  const what = make("div", { class: "what" }, make("b", {}, title), make("span", {}, pick(puzzle.story)));
  const state = result ? [make("span", { class: `puzzle-state${result.rounds > 0 ? " solved" : ""}` }, told(result))] : [];
  return make("li", { class: `entry${next ? " next" : ""}`, "aria-current": next ? "step" : null }, board, what, make("div", { class: "acts" }, ...state, button));
}

/** @param {PuzzleResult} result */
function told(result) {
  if (result.rounds === 0) return word("puzzles.tries", { n: result.tries });
  return result.least ? `★ ${word("puzzles.least")}` : `✓ ${word("puzzles.solved")}`;
}
