// Tables with camera and robots: how one is set up, and which there are. Each is a program of its own, started and watched here.

import { newest, post } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { onlyForFacilitator, openPage, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { word } from "../shared/words.js";
import { openWizard } from "./wizard.js";

const AGAIN_MS = 2000;

openPage("door.setup", async (visitor) => {
  if (visitor.facilitator) await Promise.all([openWizard(show), show()]);
  else onlyForFacilitator();
});

const askLobby = newest();

async function show() {
  /** @type {import("../shared/views").LobbyView | null} */
  const lobby = await askLobby("/api/lobby.json");
  if (lobby === null) return;
  const known = lobby.tables.map((one) => one.id);
  const shown = [...lobby.tables.map(table), ...lobby.table_files.filter((name) => !known.includes(name)).map(file)];
  part("tables", HTMLElement).replaceChildren(...(shown.length > 0 ? shown : [make("li", { class: "quiet" }, word("setup.none"))]));
  if (lobby.tables.some((one) => one.state === "starting")) setTimeout(show, AGAIN_MS);
}

/** @param {import("../shared/views").TableSummary} one */
function table(one) {
  const open = one.address === "" ? [] : [make("a", { href: `/tables/${encodeURIComponent(one.id)}/console`, class: "button primary", "aria-label": `${word("setup.open")}: ${one.name}` }, word("setup.open"))];
  const again = one.state === "ended" ? [start(one.id, word("setup.again"))] : [];
  const told = one.told === "" ? [] : [make("pre", {}, one.told)];
  return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, one.name), make("span", {}, word(`setup.${one.state}`))),
    make("div", { class: "acts" }, ...open, ...again), ...told);
}

/** @param {string} name */
function file(name) {
  return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, name)), make("div", { class: "acts" }, start(name, word("setup.start"))));
}

/**
 * @param {string} name
 * @param {string} text
 */
function start(name, text) {
  const button = make("button", { type: "button", class: "primary", "aria-label": `${text}: ${name}` }, text);
  button.addEventListener("click", once(async () => {
    const answer = await post("/api/tables", { file: name });
    toast(answer.ok ? () => word("setup.starting") : answer.text, !answer.ok);
    await show();
  }));
  return button;
}
