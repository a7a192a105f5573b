// Play now: which game, who plays, how; everything has a usual choice, so that one touch begins.

import { ask, post } from "../shared/api.js";
import { emblem, make, part } from "../shared/dom.js";
import { openPage, toast } from "../shared/frame.js";
import { Store } from "../shared/store.js";
import { hasWord, pick, word } from "../shared/words.js";
import { Editor } from "./editor.js";
import { firstChoices, NOBODY, offered, seated, usualSetup, gameRequest } from "./game_request.js";

const GOLEMS = "golems";
/** The word for a number of its own for each thing. */
const EACH = "pieces";
/** The lesson's name (boards/lessons). */
const FIRST_GAME = "first-game";

/** @type {import("../shared/views").Catalogue | null} */
let catalogue = null;
const store = new Store(firstChoices());
const form = part("form", HTMLFormElement);
/** The choices are drawn anew; the button stays, so that a press that ends an entry reaches it, too. */
const sections = make("div", { class: "page-form" });
const start = make("button", { class: "primary", "data-key": "start" });
form.hidden = true;
// What is wrong is said in the page's own words.
form.noValidate = true;
const first = make("div", { class: "entry first-game" });
form.append(first, sections, make("div", { class: "start" }, start));
const field = make("div", { class: "editor" });
const editor = new Editor(field, (changed) => choose({ free: changed }));
/** Whether the rest of the choices is open; kept when the form is drawn anew. */
let more = false;

store.subscribe(() => draw());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin(gameRequest(store.get()));
});

openPage("door.play", async (visitor) => {
  if (!visitor.facilitator) {
    toast(word("error.facilitator-needed"), true);
    return;
  }
  if (catalogue === null) {
    catalogue = /** @type {import("../shared/views").Catalogue} */ (await ask("/api/catalogue.json"));
    const wanted = decodeURIComponent(location.hash.slice(1));
    if (catalogue.games.some((one) => one.name === wanted)) choose({ game: wanted });
  }
  draw();
});

/** @param {Partial<import("./game_request.js").Choices>} values */
function choose(values) {
  if (catalogue === null) return;
  const game = values.game !== undefined && values.game !== store.get().game ? { scenario: "", seats: {}, free: null, count: 0, chosen: {}, parts: {} } : {};
  store.set(seated({ ...store.get(), ...game, ...values }, catalogue));
}

function draw() {
  if (catalogue === null) return;
  const choices = store.get();
  const kept = document.activeElement?.getAttribute("data-key");
  const golems = choices.game === GOLEMS;
  sections.replaceChildren(
    games(catalogue, choices),
    players(catalogue, choices),
    ...(golems ? [ways(catalogue, choices), rest(catalogue, choices)] : [...scenarios(catalogue, choices), ...terms(catalogue, choices)]),
  );
  const show = make("button", { type: "button", "data-key": "first" }, word("play.first"));
  show.addEventListener("click", () => begin({ game: "golem_puzzles", puzzle: FIRST_GAME }));
  first.replaceChildren(make("span", { class: "what" }, word("play.first.hint")), show);
  first.hidden = !golems;
  start.textContent = word("play.start");
  form.hidden = false;
  if (kept) /** @type {HTMLElement | null} */ (form.querySelector(`[data-key="${kept}"]`))?.focus();
}

/**
 * Large choices of which one is taken.
 * @param {string} name
 * @param {string} title
 * @param {[string, string, string][]} options Value, text, what it means.
 * @param {string} chosen
 * @param {(value: string) => void} onChoice
 */
function radios(name, title, options, chosen, onChoice) {
  const made = options.map(([value, text, hint]) => {
    const input = make("input", { type: "radio", name, value, "data-key": `${name}-${value}` });
    input.checked = value === chosen;
    input.addEventListener("change", () => onChoice(value));
    return make("label", { class: "choice" }, input, make("span", {}, text, ...(hint === "" ? [] : [make("small", {}, hint)])));
  });
  return make("fieldset", {}, make("legend", {}, title), make("div", { class: "choices" }, ...made));
}

/**
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function games(known, choices) {
  const options = known.games.map((one) => /** @type {[string, string, string]} */ ([one.name, pick(one.title), hasWord(`about.${one.name}`) ? word(`about.${one.name}`) : ""]));
  return radios("game", word("play.game"), options, choices.game, (game) => choose({ game }));
}

/**
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function ways(known, choices) {
  const options = known.ways.map((way) => /** @type {[string, string, string]} */ ([way, word(`way.${way}`), word(`way.${way}.hint`)]));
  const way = radios("way", word("play.way"), options, choices.scenario === "" ? choices.way : "", (value) => choose({ way: value, scenario: "" }));
  return way;
}

/**
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function players(known, choices) {
  const kind = known.games.find((one) => one.name === choices.game);
  const { players: names, least } = offered(choices, known);
  const fields = names.map((player, index) => {
    const everyone = kind?.automatic ? [] : ["here", "phone"];
    const options = [...everyone, ...(kind?.strengths ?? []), ...(index >= least ? [NOBODY] : [])];
    const select = make("select", { name: `seat-${player}`, "data-key": `seat-${player}` }, ...options.map((who) => make("option", { value: who }, word(`seat.${who}`))));
    select.value = choices.seats[player] ?? NOBODY;
    select.addEventListener("change", () => choose({ seats: { ...store.get().seats, [player]: select.value } }));
    const name = kind?.names[player];
    return make("label", { class: "field" }, make("span", {}, emblem(player), name === undefined ? word(`golem.${player}`) : pick(name)), select);
  });
  const numbers = choices.game === GOLEMS ? [] : (kind?.players ?? []).map((those) => String(those.length));
  const count = numbers.length < 2 ? [] : [select(word("play.count"), "count", numbers.map((one) => [one, one]), String(names.length), (one) => choose({ count: Number(one) }))];
  return make("fieldset", {}, make("legend", {}, word("play.players")), make("div", { class: "fields" }, ...count, ...fields));
}

/**
 * @param {string} title
 * @param {string} key
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} onChoice
 */
function select(title, key, options, chosen, onChoice) {
  const made = make("select", { name: key, "data-key": key }, ...options.map(([value, text]) => make("option", { value }, text)));
  made.value = chosen;
  made.addEventListener("change", () => onChoice(made.value));
  return make("label", { class: "field" }, title, made);
}

/**
 * Scenarios of a game of pieces.
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function scenarios(known, choices) {
  const kind = known.games.find((one) => one.name === choices.game);
  if (kind === undefined || kind.scenarios.length === 0) return [];
  const options = /** @type {[string, string][]} */ (kind.scenarios.map((one) => [one, hasWord(`aim.${one}`) ? word(`aim.${one}`) : one]));
  return [make("div", { class: "fields" }, select(word("play.scenario"), "scenario", options, choices.scenario || kind.scenarios[0], (scenario) => choose({ scenario })))];
}

/**
 * What else players may choose for a game of pieces: words, numbers, or both; nothing chosen is as usual.
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function terms(known, choices) {
  const offers = known.games.find((one) => one.name === choices.game)?.choices ?? [];
  if (offers.length === 0) return [];
  const fields = offers.map(({ key, words, low, high }) => {
    const title = word(`term.${key}`);
    const told = (/** @type {string} */ value) => (hasWord(`term.${key}.${value}`) ? word(`term.${key}.${value}`) : value);
    const change = (/** @type {string} */ value) => choose({ chosen: { ...store.get().chosen, [key]: value } });
    if (low === null || high === null) return select(title, `term-${key}`, [["", word("term.usual")], ...words.map((value) => /** @type {[string, string]} */ ([value, told(value)]))], choices.chosen[key] ?? "", change);
    const number = make("input", { type: "number", min: low, max: high, value: choices.chosen[key] ?? "", placeholder: word("term.usual"), "data-key": `term-${key}`, name: `term-${key}` });
    number.addEventListener("change", () => change(number.value));
    const label = make("label", { class: "field" }, title, number);
    if (words.length === 0) return label;
    const instead = make("span", { class: "fields" }, ...words.map((value) => {
      const box = make("input", { type: "checkbox", "data-key": `term-${key}-${value}` });
      box.checked = choices.chosen[key] === value;
      box.addEventListener("change", () => change(box.checked ? value : ""));
      return make("label", {}, box, told(value));
    }));
    return make("div", { class: "field" }, label, instead);
  });
  const parts = known.games.find((one) => one.name === choices.game)?.parts ?? [];
  return [make("fieldset", {}, make("legend", {}, word("term.title")), make("div", { class: "fields" }, ...fields)), ...parts.flatMap((part) => atLength(part, known, choices))];
}

/**
 * What is said at length: the people of each player's team, or a number for each of some things (where a number each was chosen).
 * @param {import("../shared/views").PartOffer} part
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function atLength({ key, values }, known, choices) {
  const kind = known.games.find((one) => one.name === choices.game);
  const typed = choices.parts[key] ?? {};
  if (values.length > 0 && choices.chosen[key] !== EACH) return [];
  const asked = make("input", { type: "checkbox", "data-key": `part-${key}` });
  asked.checked = choices.parts[key] !== undefined;
  asked.addEventListener("change", () => {
    const { [key]: _, ...others } = store.get().parts;
    choose({ parts: asked.checked ? { ...others, [key]: {} } : others });
  });
  // Names are asked for by those who want to give them.
  if (values.length === 0 && !asked.checked) return [make("label", { class: "tools-row" }, asked, word(`part.${key}`))];
  const entries = values.length > 0 ? values.map((one) => ({ name: one.key, told: pick(one.words), usual: String(one.usual), type: "number" }))
    : Object.keys(choices.seats).map((player) => ({ name: player, told: pick(kind?.names[player] ?? { en: player }), usual: "", type: "text" }));
  const fields = entries.map(({ name, told, usual, type }) => {
    const input = make("input", { type, min: type === "number" ? 0 : null, value: typed[name] ?? "", placeholder: usual, maxlength: 200, "data-key": `part-${key}-${name}`, name: `part-${key}-${name}` });
    input.addEventListener("change", () => choose({ parts: { ...store.get().parts, [key]: { ...store.get().parts[key], [name]: input.value } } }));
    return make("label", { class: "field" }, told, input);
  });
  return [...(values.length > 0 ? [] : [make("label", { class: "tools-row" }, asked, word(`part.${key}`))]), make("fieldset", {}, make("legend", {}, word(`part.${key}`)), make("p", { class: "quiet" }, word(`part.${key}.hint`)), make("div", { class: "fields" }, ...fields))];
}

/**
 * Scenario, board, rules, free set-up.
 * @param {import("../shared/views").Catalogue} known
 * @param {import("./game_request.js").Choices} choices
 */
function rest(known, choices) {
  const free = make("input", { type: "checkbox", name: "free", "data-key": "free" });
  free.checked = choices.free !== null;
  free.disabled = choices.scenario !== "";
  free.addEventListener("change", () => choose({ free: free.checked ? usualSetup(store.get().board) : null }));
  field.hidden = choices.free === null;
  if (choices.free !== null) editor.update(choices.free, choices.board);
  const story = known.scenarios.find((one) => one.key === choices.scenario);
  const details = make("details", {},
    make("summary", { "data-key": "more" }, word("play.more")),
    make("div", { class: "fields" },
      select(word("play.scenario"), "scenario", [["", word("play.no-scenario")], ...known.scenarios.map((one) => /** @type {[string, string]} */ ([one.key, pick(one.name)]))], choices.scenario, (scenario) => choose({ scenario, free: null })),
      select(word("play.board"), "board", known.boards.map((one) => [one, one.replace("x", " × ")]), choices.board, (board) => choose({ board, free: choices.free === null ? null : usualSetup(board) })),
      select(word("play.rules"), "rules", known.rules.map((one) => [one, word("play.rules.version", { version: one })]), choices.rules, (rules) => choose({ rules }))),
    ...(story === undefined ? [] : [make("p", { class: "quiet" }, pick(story.story))]),
    make("label", { class: "tools-row" }, free, word("play.free")),
    field);
  details.open = more;
  details.addEventListener("toggle", () => (more = details.open));
  return details;
}

let beginning = false;

/** @param {object} request */
async function begin(request) {
  if (beginning) return;
  beginning = true;
  toast("");
  const answer = await post("/api/games", request);
  if (answer.ok) location.assign(answer.told.address);
  else toast(answer.text, true);
  beginning = false;
}
