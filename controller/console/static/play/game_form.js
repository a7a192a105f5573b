// The form of a game that is to begin: which game, who plays, how; everything has a usual choice, so that one touch begins.

import { emblem, make, pictured } from "../shared/dom.js";
import { Store } from "../shared/store.js";
import { hasWord, pick, word } from "../shared/words.js";
import { Editor } from "./editor.js";
import { moreTokens } from "./more_tokens.js";
import { fileField, taskFile, withTask } from "./task_file.js";
import { markWrong } from "./wrong_fields.js";
import { firstChoices, NOBODY, offered, seated, usualSetup, gameRequest, withBot } from "./game_request.js";

const GOLEMS = "golems";
/** The choice of a puzzle, which is a game of its own. */
const PUZZLES = "golem_puzzles";
/** The word for a number of its own for each thing. */
const EACH = "pieces";
/** As the table keeps it. */
const LONGEST_NAME = 24;

export class GameForm {
  /**
   * @param {HTMLFormElement} form
   * @param {{ start: string, puzzles?: boolean, onRequest: (request: object) => void, readTask: import("./task_file.js").ReadTask, lead?: (choices: import("./game_request.js").Choices) => HTMLElement | null }} page
   */
  constructor(form, { start, puzzles = false, onRequest, readTask, lead = () => null }) {
    this.form = form;
    this.key = start;
    this.withPuzzles = puzzles;
    this.readTask = readTask;
    this.lead = lead;
    /** @type {import("../shared/views").Catalogue | null} */
    this.catalogue = null;
    this.store = new Store(firstChoices());
    /** The choices are drawn anew; the button stays, so that a press that ends an entry reaches it, too. */
    this.first = make("div", { class: "lead-entry" });
    this.sections = make("div", { class: "page-form" });
    this.start = make("button", { class: "primary", "data-key": "start" });
    form.hidden = true;
    // What is wrong is said in the page's own words.
    form.noValidate = true;
    form.append(this.first, this.sections, make("div", { class: "start" }, this.start));
    this.field = make("div", { class: "editor" });
    this.editor = new Editor(this.field, (changed) => this.choose({ free: changed }), (entered) => this.enter({ free: entered }));
    /** Whether something is being typed. */
    this.entering = false;
    /** What is wrong with the wish that was sent last; told until something is chosen anew.
     * @type {import("./wrong_fields.js").Problem[]} */
    this.wrong = [];
    /** Whether the rest of the choices is open; kept when the form is drawn anew. */
    this.more = false;
    this.store.subscribe(() => {
      if (!this.entering) this.draw();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onRequest(gameRequest(this.store.get()));
    });
  }

  /** Offers what can be played, and chooses a game of it. */
  offer(/** @type {import("../shared/views").Catalogue} */ catalogue, game = "") {
    this.catalogue = catalogue;
    const { games } = catalogue;
    if (!catalogue.boards.includes(this.store.get().board)) this.store.set({ board: catalogue.boards[0] });
    const begin = games.some((one) => one.name === game) ? game : games.some((one) => one.name === GOLEMS) ? GOLEMS : (games[0]?.name ?? GOLEMS);
    this.choose({ game: begin });
  }

  /** @param {Partial<import("./game_request.js").Choices>} values */
  choose(values) {
    if (this.catalogue === null) return;
    this.wrong = [];
    const game = values.game !== undefined && values.game !== this.store.get().game ? { scenario: "", more: {}, puzzle: "", seats: {}, names: {}, place: "", dice: /** @type {const} */ (""), free: null, count: 0, chosen: {}, parts: {}, bots: {} } : {};
    this.store.set(seated({ ...this.store.get(), ...game, ...values }, this.catalogue));
  }

  /**
   * Takes over what is being typed. Nothing is drawn anew: the field that is pressed next would be gone before it was reached.
   * @param {Partial<import("./game_request.js").Choices>} values
   */
  enter(values) {
    this.entering = true;
    this.store.set(values);
    this.entering = false;
  }

  /**
   * Shows at the fields what is wrong with them, until something is chosen anew. Returns whether all of it is shown there.
   * @param {import("./wrong_fields.js").Problem[]} problems
   */
  tell(problems) {
    this.wrong = problems;
    const marked = this.draw();
    marked[0]?.focus();
    return marked.length > 0 && marked.length === problems.length;
  }

  /** Draws the form, and returns the fields that are wrong. */
  draw() {
    const { catalogue } = this;
    if (catalogue === null) return [];
    const choices = this.store.get();
    const kept = document.activeElement?.getAttribute("data-key");
    this.more = this.sections.querySelector("details")?.open ?? this.more;
    const ways = choices.game === GOLEMS ? [this.ways(catalogue, choices), this.rest(catalogue, choices)] : choices.game === PUZZLES ? [] : [...this.scenarios(catalogue, choices), ...this.terms(catalogue, choices)];
    this.sections.replaceChildren(this.games(catalogue, choices), ...this.puzzles(catalogue, choices), ...this.places(catalogue, choices), this.players(catalogue, choices), ...this.dice(catalogue, choices), ...ways);
    const lead = this.lead(choices);
    this.first.replaceChildren(...(lead === null ? [] : [lead]));
    this.start.textContent = word(this.key);
    this.form.hidden = false;
    const marked = markWrong(this.form, this.wrong);
    this.more = this.form.querySelector("details")?.open ?? this.more;
    if (kept) /** @type {HTMLElement | null} */ (this.form.querySelector(`[data-key="${kept}"]`))?.focus();
    return marked;
  }

  /**
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  games(known, choices) {
    const options = known.games.map((one) => /** @type {[string, string, string, string?]} */ ([one.name, pick(one.title), hasWord(`about.${one.name}`) ? word(`about.${one.name}`) : "", `rules/${one.name}/title/1`]));
    if (this.withPuzzles && known.puzzles.length > 0) options.push([PUZZLES, word("door.puzzles"), word("door.puzzles.hint"), "token/barrel"]);
    return radios("game", word("play.game"), options, choices.game, (game) => this.choose({ game }));
  }

  /**
   * Which puzzle, where one of them is the game.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  puzzles(known, choices) {
    if (choices.game !== PUZZLES) return [];
    const options = known.puzzles.map((one, index) => /** @type {[string, string]} */ ([one.key, one.key in choices.texts ? pick(one.name) : `${index + 1}. ${pick(one.name)}`]));
    const told = known.puzzles.find((one) => one.key === choices.puzzle) ?? known.puzzles[0];
    return [make("div", { class: "fields" }, select(word("play.puzzle"), "puzzle", options, told.key, (puzzle) => this.choose({ puzzle })), this.file("puzzle")), make("p", { class: "quiet" }, pick(told.story))];
  }

  /** A scenario or a puzzle from a file, which is chosen then. */
  file(/** @type {import("./task_file.js").Kind} */ kind) {
    return taskFile(kind, this.readTask, (task, text) => {
      if (this.catalogue === null) return;
      const { scenarios, puzzles } = this.catalogue;
      this.catalogue = { ...this.catalogue, ...(kind === "scenario" ? { scenarios: withTask(scenarios, task) } : { puzzles: withTask(puzzles, task) }) };
      const texts = { ...this.store.get().texts, [task.key]: text };
      this.choose(kind === "scenario" ? { scenario: task.key, more: {}, free: null, texts } : { puzzle: task.key, texts });
    });
  }

  /**
   * Whether people throw dice of their own, where they may.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  dice(known, choices) {
    const usual = known.games.find((one) => one.name === choices.game)?.dice ?? "";
    if (usual === "") return [];
    const box = make("input", { type: "checkbox", name: "dice", "data-key": "dice" });
    box.checked = (choices.dice || usual) === "real";
    box.addEventListener("change", () => this.choose({ dice: box.checked ? "real" : "screen" }));
    return [make("label", { class: "tools-row" }, box, word("play.dice"))];
  }

  /**
   * Where a game of pieces is played at a table with devices.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  places(known, choices) {
    const places = known.games.find((one) => one.name === choices.game)?.places ?? [];
    if (places.length < 2) return [];
    const options = places.map((place) => /** @type {[string, string, string]} */ ([place, word(`place.${place}`), word(`place.${place}.hint`)]));
    return [radios("place", word("play.place"), options, choices.place || places[0], (place) => this.choose({ place }))];
  }

  /**
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  ways(known, choices) {
    const options = known.ways.map((way) => /** @type {[string, string, string]} */ ([way, word(`way.${way}`), word(`way.${way}.hint`)]));
    const way = radios("way", word("play.way"), options, choices.scenario === "" ? choices.way : "", (value) => this.choose({ way: value, scenario: "" }));
    return way;
  }

  /**
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  players(known, choices) {
    const kind = known.games.find((one) => one.name === choices.game);
    const { players: names, least } = offered(choices, known);
    const fields = names.map((player, index) => {
      const everyone = kind?.automatic ? [] : known.table ? ["here"] : ["here", "phone"];
      const bots = kind?.bots ? Object.keys(choices.bots) : [];
      const options = [...everyone, ...bots, ...(kind?.strengths ?? []), ...(index >= least ? [NOBODY] : [])];
      const select = make("select", { name: `seat-${player}`, "data-key": `seat-${player}` }, ...options.map((who) => make("option", { value: who }, bots.includes(who) ? who : word(who === "here" && known.table && kind?.cards !== false ? "seat.table" : `seat.${who}`))));
      select.value = choices.seats[player] ?? NOBODY;
      select.addEventListener("change", () => this.choose({ seats: { ...this.store.get().seats, [player]: select.value } }));
      const name = kind?.names[player];
      const told = name === undefined ? word(`golem.${player}`) : pick(name);
      const called = make("input", { type: "text", maxlength: LONGEST_NAME, value: choices.names[player] ?? "", placeholder: word("play.name"), "aria-label": word("play.name.of", { player: told }), autocomplete: "off", "data-key": `name-${player}`, name: `name-${player}` });
      called.addEventListener("input", () => this.enter({ names: { ...this.store.get().names, [player]: called.value } }));
      const person = everyone.includes(select.value);
      return make("div", { class: "field" }, make("label", { class: "field" }, make("span", {}, emblem(player), told), select), ...(person ? [called] : []));
    });
    if (choices.game === PUZZLES) return make("div", {});
    const numbers = choices.game === GOLEMS ? [] : (kind?.players ?? []).map((those) => String(those.length));
    const count = numbers.length < 2 ? [] : [select(word("play.count"), "count", numbers.map((one) => [one, one]), String(names.length), (one) => this.choose({ count: Number(one) }))];
    const own = kind?.bots ? [fileField("bot", ".py", (file, text) => this.choose(withBot(this.store.get(), known, file, text)))] : [];
    return make("fieldset", {}, make("legend", {}, word("play.players")), make("div", { class: "fields" }, ...count, ...fields, ...own));
  }

  /**
   * Scenarios of a game of pieces.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  scenarios(known, choices) {
    const kind = known.games.find((one) => one.name === choices.game);
    if (kind === undefined || kind.scenarios.length === 0) return [];
    const options = /** @type {[string, string][]} */ (kind.scenarios.map((one) => [one, hasWord(`aim.${one}`) ? word(`aim.${one}`) : one]));
    return [make("div", { class: "fields" }, select(word("play.scenario"), "scenario", options, choices.scenario || kind.scenarios[0], (scenario) => this.choose({ scenario })))];
  }

  /**
   * What else players may choose for a game of pieces: words, numbers, or both; nothing chosen is as usual.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  terms(known, choices) {
    const offers = known.games.find((one) => one.name === choices.game)?.choices ?? [];
    if (offers.length === 0) return [];
    const fields = offers.map(({ key, words, low, high }) => {
      const title = word(`term.${key}`);
      const told = (/** @type {string} */ value) => (hasWord(`term.${key}.${value}`) ? word(`term.${key}.${value}`) : value);
      const change = (/** @type {string} */ value) => this.choose({ chosen: { ...this.store.get().chosen, [key]: value } });
      if (low === null || high === null) return select(title, `term-${key}`, [["", word("term.usual")], ...words.map((value) => /** @type {[string, string]} */ ([value, told(value)]))], choices.chosen[key] ?? "", change);
      // A text, so that what is no number stays to be mended.
      const number = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: choices.chosen[key] ?? "", placeholder: word("term.usual"), "data-key": `term-${key}`, name: `term-${key}` });
      number.addEventListener("input", () => this.enter({ chosen: { ...this.store.get().chosen, [key]: number.value } }));
      // A number takes the place of a word, and of what else is asked for with that.
      if (words.includes(choices.chosen[key])) number.addEventListener("change", () => change(number.value));
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
    return [make("fieldset", {}, make("legend", {}, word("term.title")), make("div", { class: "fields" }, ...fields)), ...parts.flatMap((part) => this.atLength(part, known, choices))];
  }

  /**
   * What is said at length: the people of each player's team, or a number for each of some things (where a number each was chosen).
   * @param {import("../shared/views").PartOffer} part
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  atLength({ key, values }, known, choices) {
    const kind = known.games.find((one) => one.name === choices.game);
    const typed = choices.parts[key] ?? {};
    if (values.length > 0 && choices.chosen[key] !== EACH) return [];
    const asked = make("input", { type: "checkbox", "data-key": `part-${key}` });
    asked.checked = choices.parts[key] !== undefined;
    asked.addEventListener("change", () => {
      const { [key]: _, ...others } = this.store.get().parts;
      this.choose({ parts: asked.checked ? { ...others, [key]: {} } : others });
    });
    // Names are asked for by those who want to give them.
    if (values.length === 0 && !asked.checked) return [make("label", { class: "tools-row" }, asked, word(`part.${key}`))];
    const entries = values.length > 0 ? values.map((one) => ({ name: one.key, told: pick(one.words), usual: String(one.usual), mode: "numeric" }))
      : Object.keys(choices.seats).map((player) => ({ name: player, told: pick(kind?.names[player] ?? { en: player }), usual: "", mode: "text" }));
    const fields = entries.map(({ name, told, usual, mode }) => {
      const input = make("input", { type: "text", inputmode: mode, autocomplete: "off", value: typed[name] ?? "", placeholder: usual, maxlength: 200, "data-key": `part-${key}-${name}`, name: `part-${key}-${name}` });
      input.addEventListener("input", () => this.enter({ parts: { ...this.store.get().parts, [key]: { ...this.store.get().parts[key], [name]: input.value } } }));
      return make("label", { class: "field" }, told, input);
    });
    return [...(values.length > 0 ? [] : [make("label", { class: "tools-row" }, asked, word(`part.${key}`))]), make("fieldset", {}, make("legend", {}, word(`part.${key}`)), make("p", { class: "quiet" }, word(`part.${key}.hint`)), make("div", { class: "fields" }, ...fields))];
  }

  /**
   * What a scenario tells before it is played, and the tokens of which it takes more.
   * @param {import("../shared/views").TaskChoice} task
   * @param {import("./game_request.js").Choices} choices
   */
  scenario(task, choices) {
    const balance = Object.keys(task.balance).length === 0 ? [] : [make("p", { class: "balance" }, make("strong", {}, word("play.balance")), " ", pick(task.balance))];
    const more = task.more_tokens.length === 0 ? [] : [moreTokens(task, choices.more, (laid) => this.choose({ more: laid }))];
    // Its board can be seen below, where more is laid on it; of a file of one's own there is no picture yet, nor at a table's own page.
    const seen = more.length > 0 || task.key in choices.texts || this.catalogue?.table ? [] : [make("img", { src: `/api/tasks/scenario/${task.key}.svg`, alt: "", width: 160, height: 160 })];
    return [make("div", { class: "task-told" }, ...seen, make("div", {}, make("p", { class: "quiet" }, pick(task.story)), ...balance)), ...more];
  }

  /**
   * Scenario, board, rules, free set-up.
   * @param {import("../shared/views").Catalogue} known
   * @param {import("./game_request.js").Choices} choices
   */
  rest(known, choices) {
    const free = make("input", { type: "checkbox", name: "free", "data-key": "free" });
    free.checked = choices.free !== null;
    // A mat of one's own has a name, and its cells are not known here.
    free.disabled = choices.scenario !== "" || !/^\d+x\d+$/.test(choices.board);
    free.addEventListener("change", () => this.choose({ free: free.checked ? usualSetup(this.store.get().board) : null }));
    this.field.hidden = choices.free === null;
    if (choices.free !== null) this.editor.update(choices.free, choices.board);
    const story = known.scenarios.find((one) => one.key === choices.scenario);
    const details = make("details", {},
      make("summary", { "data-key": "more" }, word("play.more")),
      make("div", { class: "fields" },
        select(word("play.scenario"), "scenario", [["", word("play.no-scenario")], ...known.scenarios.map((one) => /** @type {[string, string]} */ ([one.key, pick(one.name)]))], choices.scenario, (scenario) => this.choose({ scenario, more: {}, free: null })),
        // A scenario says both itself.
        ...(story !== undefined ? [] : [
          select(word("play.board"), "board", known.boards.map((one) => [one, one.replace("x", " × ")]), choices.board, (board) => this.choose({ board, free: choices.free === null ? null : usualSetup(board) })),
          select(word("play.rules"), "rules", known.rules.map((one) => [one, word("play.rules.version", { version: one })]), choices.rules, (rules) => this.choose({ rules })),
        ]),
        this.file("scenario")),
      ...(story === undefined ? [] : this.scenario(story, choices)),
      make("label", { class: "tools-row" }, free, word("play.free")),
      this.field);
    details.open = this.more;
    return details;
  }
}

/**
 * Large choices of which one is taken.
 * @param {string} name
 * @param {string} title
 * @param {(readonly [string, string, string, string?])[]} options Value, text, what it means, a picture of the kit.
 * @param {string} chosen
 * @param {(value: string) => void} onChoice
 */
function radios(name, title, options, chosen, onChoice) {
  const made = options.map(([value, text, hint, picture]) => {
    const input = make("input", { type: "radio", name, value, "data-key": `${name}-${value}` });
    input.checked = value === chosen;
    input.addEventListener("change", () => onChoice(value));
    return make("label", { class: picture === undefined ? "choice" : "choice with-picture" }, input, make("span", {}, ...(picture === undefined ? [] : [pictured(make("i", { "aria-hidden": "true" }), picture)]), text, ...(hint === "" ? [] : [make("small", {}, hint)])));
  });
  return make("fieldset", {}, make("legend", {}, title), make("div", { class: "choices" }, ...made));
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
