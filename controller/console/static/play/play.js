// Play now: which game, who plays, how; everything has a usual choice, so that one touch begins.

import { ask, post } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { nothing, onlyForFacilitator, openPage, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { word } from "../shared/words.js";
import { GameForm } from "./game_form.js";

/** The lesson's name (boards/lessons). */
const FIRST_GAME = "first-game";

const begin = once(async (/** @type {object} */ request) => {
  toast(nothing);
  const answer = await post("/api/games", request);
  if (answer.ok) location.assign(answer.told.address);
  // What every field says itself need not lie over the fields.
  else toast(form.tell(answer.told.problems ?? []) ? nothing : answer.text, true);
  return answer.ok;
});

const form = new GameForm(part("form", HTMLFormElement), { start: "play.start", onRequest: begin, readTask: (file) => post("/api/tasks", file), lead: firstGame });

openPage("door.play", async (visitor) => {
  if (!visitor.facilitator) {
    onlyForFacilitator();
    return;
  }
  if (form.catalogue === null) form.offer(await ask("/api/catalogue.json"), decodeURIComponent(location.hash.slice(1)));
  form.draw();
});

/** The way to a first game with help, for Battle of Golems. */
function firstGame(/** @type {import("./game_request.js").Choices} */ { game }) {
  if (game !== "golems") return null;
  const show = make("button", { type: "button", "data-key": "first" }, word("play.first"));
  show.addEventListener("click", () => begin({ game: "golem_puzzles", puzzle: FIRST_GAME }));
  return make("div", { class: "entry first-game" }, make("span", { class: "what" }, word("play.first.hint")), show);
}
