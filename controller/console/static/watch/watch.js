// Games and tables that can be watched, for everybody.

import { ask } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { gamePicture, nothingYet, openPage } from "../shared/frame.js";
import { pick, word } from "../shared/words.js";

openPage("door.watch", async (visitor) => {
  /** @type {import("../shared/views").WatchView} */
  const { games, tables } = await ask("/api/watch.json");
  const found = [
    ...games.map((game) => entry(game.game, `/games/${game.id}/`, pick(game.title), [word("round", { n: game.round }), game.id])),
    ...tables.filter((table) => table.address !== "").map((table) => entry("", table.address, table.name, [table.id], visitor.facilitator ? `/tables/${encodeURIComponent(table.id)}/console` : "")),
  ];
  part("games", HTMLElement).replaceChildren(...(found.length > 0 ? found : [nothingYet(word("watch.none"), visitor.facilitator)]));
});

/**
 * @param {string} game Its name; empty where it is not known.
 * @param {string} address
 * @param {string} name
 * @param {string[]} told
 * @param {string} console The facilitator's address; empty where there is none.
 */
function entry(game, address, name, told, console = "") {
  const what = make("div", { class: "what" }, make("b", {}, name), make("span", {}, told.join(" · ")));
  const steer = console === "" ? [] : [make("a", { href: console, class: "button", "aria-label": `${word("watch.steer")}: ${name}` }, word("watch.steer"))];
  return make("li", { class: "entry" }, gamePicture(game), what, ...steer, make("a", { href: address, class: "button primary", "aria-label": `${word("watch.go")}: ${name}` }, word("watch.go")));
}
