// The next game at a table, whichever it is: the one that is played ends, its record stays.

import { ask, post } from "../shared/api.js";
import { part, say } from "../shared/dom.js";
import { nothing, openPage, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { word } from "../shared/words.js";
import { GameForm } from "../play/game_form.js";

const begin = once(async (/** @type {object} */ request) => {
  toast(() => word("next.begins"));
  const answer = await post("games", request);
  if (answer.ok) location.assign("console");
  // What every field says itself need not lie over the fields.
  else toast(form.tell(answer.told.problems ?? []) ? nothing : answer.text, true);
  return answer.ok;
});

const form = new GameForm(part("form", HTMLFormElement), { start: "next.start", puzzles: true, onRequest: begin, readTask: (file) => post("tasks", file) });

openPage("next.title", async () => {
  if (form.catalogue === null) {
    const answer = await fetch("games.json");
    if (!answer.ok) {
      // The console asks for the key.
      location.assign("console");
      return;
    }
    form.offer(await answer.json());
  }
  const view = await ask("view.json").catch(() => null);
  say(part("lead", HTMLElement), word(view === null || view.winners !== null ? "next.lead" : "next.lead.ends"));
  form.draw();
}, "setup.json");
