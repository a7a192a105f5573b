// Games and tables that can be watched, for everybody.

import { ask } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { pick, word } from "../shared/words.js";

openPage("door.watch", async () => {
  /** @type {import("../shared/views").WatchView} */
  const { games, tables } = await ask("/api/watch.json");
  const found = [
    ...games.map((game) => entry(`/games/${game.id}/`, pick(game.title), [game.id, word("round", { n: game.round })])),
    ...tables.filter((table) => table.address !== "").map((table) => entry(table.address, table.name, [table.id])),
  ];
  part("games", HTMLElement).replaceChildren(...(found.length > 0 ? found : [make("li", { class: "quiet" }, word("watch.none"))]));
});

/**
 * @param {string} address
 * @param {string} name
 * @param {string[]} told
 */
function entry(address, name, told) {
  const what = make("div", { class: "what" }, make("b", {}, name), make("span", {}, told.join(" · ")));
  return make("li", { class: "entry" }, what, make("a", { href: address, class: "button primary", "aria-label": `${word("watch.go")}: ${name}` }, word("watch.go")));
}
