// All puzzles, from the easiest to the hardest; one touch begins one.

import { ask, post } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { openPage, toast } from "../shared/frame.js";
import { pick, word } from "../shared/words.js";

openPage("door.puzzles", async (visitor) => {
  /** @type {import("../shared/views").Catalogue} */
  const { puzzles } = await ask("/api/catalogue.json");
  const ideas = [...new Set(puzzles.map((one) => one.idea))];
  part("puzzles", HTMLElement).replaceChildren(
    ...ideas.map((idea) => make("section", {}, make("h2", {}, word(`idea.${idea}`)),
      make("ul", { class: "puzzles" }, ...puzzles.flatMap((one, index) => (one.idea === idea ? [entry(one, index + 1, visitor.facilitator)] : [])))))
  );
});

/**
 * @param {import("../shared/views").TaskChoice} puzzle
 * @param {number} number
 * @param {boolean} playable
 */
function entry(puzzle, number, playable) {
  const name = `${number}. ${pick(puzzle.name)}`;
  const button = make("button", { type: "button", class: "primary", "aria-label": `${word("puzzles.play")}: ${name}` }, word("puzzles.play"));
  button.disabled = !playable;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await post("/api/games", { game: "golem_puzzles", puzzle: puzzle.key });
    if (answer.ok) location.assign(answer.told.address);
    else toast(answer.text, true);
    button.disabled = false;
  });
  return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, name), make("span", {}, pick(puzzle.story))), button);
}
