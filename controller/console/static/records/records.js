// Records of games: what can be gone on with (/continue), and what can be seen again (/replays).

import { newest, post } from "../shared/api.js";
import { make, part, say } from "../shared/dom.js";
import { gamePicture, nothingYet, onlyForFacilitator, openPage, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { language, listed, pick, word } from "../shared/words.js";

const AGAIN_MS = 2000;
const replaying = location.pathname === "/replays";
const texts = replaying
  ? { title: "door.replays", lead: "replays.lead", none: "replays.none" }
  : { title: "door.continue", lead: "continue.lead", none: "continue.none" };

openPage(texts.title, async (visitor) => {
  say(part("title", HTMLElement), word(texts.title));
  say(part("lead", HTMLElement), word(texts.lead));
  if (!visitor.facilitator) {
    onlyForFacilitator();
    return;
  }
  await show();
});

const askLobby = newest();

async function show() {
  /** @type {import("../shared/views").LobbyView | null} */
  const lobby = await askLobby("/api/lobby.json");
  if (lobby === null) return;
  const unfinished = lobby.records.filter((one) => !one.over && !one.open && one.problem === null);
  const shown = replaying ? lobby.records.map(replay) : [...lobby.games.map(open), ...tables(lobby, unfinished), ...unfinished.filter((one) => one.screen).map(resume)];
  part("records", HTMLElement).replaceChildren(...(shown.length > 0 ? shown : [nothingYet(word(texts.none))]));
  if (!replaying && lobby.tables.some((one) => one.state === "starting")) setTimeout(show, AGAIN_MS);
}

/** @param {import("../shared/views").RecordSummary} record */
const when = (record) =>
  new Intl.DateTimeFormat(language().replace("_", "-"), { dateStyle: "medium", timeStyle: "short" }).format(new Date(record.written * 1000));

/** @param {import("../shared/views").RecordSummary} record */
function facts(record) {
  if (record.problem !== null) return [pick(record.problem)];
  return [...(record.names.length > 0 ? [listed(record.names)] : []), when(record), word("record.steps", { n: record.steps }), ...(record.over ? [word("record.over")] : []), record.id];
}

/**
 * @param {{ game: string, title: import("../shared/views").Words }} of
 * @param {string[]} told
 * @param {HTMLElement[]} acts
 */
function entry({ game, title }, told, ...acts) {
  return make("li", { class: "entry" }, gamePicture(game), make("div", { class: "what" }, make("b", {}, pick(title)), make("span", {}, told.join(" · "))),
    make("div", { class: "acts" }, ...acts));
}

/**
 * @param {string} text
 * @param {string} name What it is about, for those who hear the button alone.
 * @param {() => Promise<boolean | void>} act
 */
function button(text, name, act) {
  const element = make("button", { type: "button", "aria-label": `${text}: ${name}` }, text);
  element.addEventListener("click", once(act));
  return element;
}

/** @param {import("../shared/views").GameSummary} game */
function open(game) {
  const told = [word("round", { n: game.round }), ...(game.over ? [word("record.over")] : []), game.id];
  const go = make("a", { href: `/games/${game.id}/console`, class: "button primary", "aria-label": `${word("continue.go")}: ${game.id}` }, word("continue.go"));
  const close = button(word("continue.close"), game.id, async () => {
    const answer = await post(`/api/games/${game.id}/close`);
    toast(answer.text, !answer.ok);
    await show();
  });
  return entry(game, told, go, close);
}

/**
 * Tables with devices: those that run are opened; those that have ended, or whose game was cut off, go on when they are started.
 * @param {import("../shared/views").LobbyView} lobby
 * @param {import("../shared/views").RecordSummary[]} unfinished
 */
function tables(lobby, unfinished) {
  const known = lobby.tables.map((one) => one.id);
  const cutOff = unfinished.some((one) => !one.screen) ? lobby.table_files.filter((file) => !known.includes(file)) : [];
  const row = (/** @type {string} */ name, /** @type {string} */ told, /** @type {HTMLElement[]} */ acts) =>
    make("li", { class: "entry" }, gamePicture(""), make("div", { class: "what" }, make("b", {}, name), make("span", {}, told)), make("div", { class: "acts" }, ...acts));
  const start = (/** @type {string} */ file) => button(word("continue.go"), file, async () => {
    const answer = await post("/api/tables", { file });
    toast(answer.ok ? () => word("setup.starting") : answer.text, !answer.ok);
    await show();
  });
  const enter = (/** @type {string} */ id) => make("a", { href: `/tables/${encodeURIComponent(id)}/console`, class: "button primary", "aria-label": `${word("continue.go")}: ${id}` }, word("continue.go"));
  return [
    ...lobby.tables.map((one) => row(one.name, word(`setup.${one.state}`), one.state === "ended" ? [start(one.id)] : one.address === "" ? [] : [enter(one.id)])),
    ...cutOff.map((file) => row(file, word("setup.ended"), [start(file)])),
  ];
}

/** @param {import("../shared/views").RecordSummary} record */
function resume(record) {
  return entry(record, facts(record), button(word("continue.go"), record.id, async () => {
    const answer = await post(`/api/records/${record.id}/resume`);
    if (answer.ok) location.assign(answer.told.address);
    else toast(answer.text, true);
    return answer.ok;
  }));
}

/** @param {import("../shared/views").RecordSummary} record */
function replay(record) {
  const acts = record.problem === null ? [make("a", { href: `/replay/${record.id}`, class: "button", "aria-label": `${word("replays.see")}: ${record.id}` }, word("replays.see"))] : [];
  return entry(record, facts(record), ...acts);
}
