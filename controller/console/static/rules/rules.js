// The rules of each game, with pictures; the address names the game (#jetan).

import { make, part } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { rulebookParts, rulesOf } from "../shared/rulebook.js";
import { pick, word } from "../shared/words.js";

/** @type {import("../shared/views").RulebookIndex | null} */
let index = null;

openPage("rules.title", async (/** @type {import("../shared/views").RulebookIndex} */ known) => {
  index = known;
  await show();
}, "/rules.json");
addEventListener("hashchange", () => show());

async function show() {
  if (index === null) return;
  const names = Object.keys(index.games);
  const wanted = decodeURIComponent(location.hash.slice(1));
  const game = names.includes(wanted) ? wanted : names[0];
  const rules = await rulesOf(game);
  // Another game's rules were asked for meanwhile.
  if (wanted !== decodeURIComponent(location.hash.slice(1))) return;
  part("title", HTMLElement).textContent = pick(rules.title);
  document.title = `${pick(rules.title)} – ${word("rules.title")}`;
  part("games", HTMLElement).replaceChildren(...names.map((name) => make("a", { class: "button", href: `#${name}`, "aria-current": name === game ? "page" : null }, pick(index?.games[name] ?? {}))));
  part("rulebook", HTMLElement).replaceChildren(...rulebookParts(rules));
}
