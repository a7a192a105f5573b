// The players' panels: who they are, how far they are with their cards, and their programs row by row.

import { unshownRows } from "./cards_sheet.js";
import { emblem, inside, make, pictured, renew, symbol } from "../shared/dom.js";
import { hearts } from "../shared/figures.js";
import { moodOf } from "../shared/moods.js";
import { language, named, pick, word } from "../shared/words.js";

const ROWS = 4;
const CHILD = "child";

/** The cards of a row in text form: "if enemy attack else stand" -> ["if enemy", "attack", "stand"]. */
export function cardsOf(/** @type {string} */ row) {
  const cards = [];
  const words = row.split(" ");
  for (let index = 0; index < words.length; index += 1) {
    if (words[index] === "if" || words[index] === "repeat") {
      cards.push(`${words[index]} ${words[index + 1]}`);
      index += 1;
    } else if (words[index] !== "else") cards.push(words[index]);
  }
  return cards;
}

function face(/** @type {string} */ colour, /** @type {string} */ kind) {
  const card = make("span", { class: "card", role: "img", "aria-label": word(`card.${kind}`) });
  return pictured(card, `card/${colour}/${kind}/${language()}`);
}

const back = (/** @type {string} */ colour) => make("span", { class: `card back of-${colour}` }, emblem(colour));

/** What a panel's row shows: cards face up, face down, or nothing yet. */
function rowState(/** @type {import("../shared/views").View} */ view, /** @type {string} */ name, /** @type {number} */ index) {
  const hand = view.hands[name];
  const text = view.programs[name]?.[index] ?? null;
  const laying = view.phase === "programs";
  const laid = laying ? index < (hand?.rows_laid ?? 0) : view.programs[name] !== undefined;
  const playing = view.row === index + 1 && ["row", "check", "differs", "ready"].includes(view.phase);
  return { text, down: text === null && laid, current: playing && text !== null };
}

class Panel {
  constructor(/** @type {string} */ name, /** @type {(row: number, golem: string) => void} */ ask) {
    this.name = name;
    this.rows = Array.from({ length: ROWS }, (_, index) => {
      const why = make("button", { type: "button", class: "why", disabled: "" });
      why.addEventListener("click", () => (why.dataset.cards === undefined ? ask(index + 1, name) : this.onCards(name, index + 1)));
      const number = make("b", { class: "slot-number" }, String(index + 1));
      return make("li", { class: "slot", "data-row": index + 1 }, number, why, make("span", { class: "slot-cards" }));
    });
    this.onCards = (/** @type {string} */ _player, /** @type {number} */ _row) => {};
    this.head = make("header", { class: "player" });
    this.progress = make("p", { class: "progress" });
    this.problems = make("ul", { class: "problems" });
    this.list = make("ol", { class: "slots" }, ...this.rows);
    this.element = make("article", { class: `panel of-${name}` }, this.head, this.progress, this.list, this.problems);
    this.shown = Array(ROWS).fill(undefined);
  }

  update(/** @type {import("../shared/views").View} */ view, /** @type {Pick<import("./facilitator.js").Facilitator, "askPlayer" | "askCards"> | null} */ facilitator) {
    const golem = view.play.pieces.find((one) => one.name === this.name);
    if (golem === undefined) return;
    const hand = view.hands[this.name];
    this.element.classList.toggle("fallen", !golem.alive);
    this.updateHead(view, golem, facilitator);
    this.updateProgress(view, hand);
    this.rows.forEach((row, index) => this.updateRow(row, index, view, facilitator));
    this.onCards = facilitator?.askCards ?? this.onCards;
    this.element.dataset.current = String(this.rows.findIndex((row) => row.classList.contains("current")) + 1);
    renew(this.problems, [language(), hand?.problems ?? []], () =>
      (hand?.problems ?? []).map((problem) => make("li", {}, pick(problem))),
    );
  }

  updateHead(/** @type {import("../shared/views").View} */ view, /** @type {import("../shared/views").PieceView} */ golem, /** @type {Pick<import("./facilitator.js").Facilitator, "askPlayer" | "askCards"> | null} */ facilitator) {
    const seat = view.seats[this.name];
    const skips = view.idle.includes(this.name) && seat !== "away";
    const name = view.names[this.name];
    const bonus = view.bonus[this.name];
    const rolled = Object.hasOwn(view.bonus, this.name);
    renew(this.head, [language(), moodOf(golem, view), golem.lives, golem.alive, golem.carries, rolled, bonus, view.lives_max, golem.side, seat, skips, name, facilitator !== null], () => {
      const lives = make("span", { class: "lives", role: "img", "aria-label": word("lives", { n: golem.lives ?? 0 }) });
      lives.append(...hearts(golem.lives ?? 0, view.lives_max));
      const title = make("h3", {}, name ?? named(this.name));
      // The colour is told, too: it is what stories and robots go by.
      if (name !== undefined) title.append(make("span", { class: "side" }, named(this.name)));
      const mood = moodOf(golem, view);
      const face = pictured(make("span", { class: "mood", role: "img", "aria-label": word(`mood.${mood}`), "data-mood": mood }), `mood/${mood}/${this.name}`);
      const called = make("div", { class: "player-name" }, emblem(this.name), title);
      if (facilitator !== null) called.append(playerButton(this.name, named(this.name), facilitator.askPlayer));
      const state = make("div", { class: "player-state" }, face, lives);
      if (!golem.alive) state.append(make("span", { class: "tag out" }, word("fallen")));
      if (golem.carries) state.append(make("span", { class: "tag", role: "img", "aria-label": word("board.carries") }, symbol("barrel")));
      const sits = seat !== undefined && seat !== CHILD ? word(`seat.${seat}`) : skips ? word("player.skips") : "";
      if (sits !== "") state.append(make("span", { class: "tag seat" }, sits));
      if (rolled && golem.alive) state.append(die(bonus));
      return [called, state];
    });
  }

  updateProgress(/** @type {import("../shared/views").View} */ view, /** @type {import("../shared/views").HandView | undefined} */ hand) {
    const laying = view.phase === "programs" && hand !== undefined;
    this.progress.hidden = !laying;
    if (!laying) return;
    renew(this.progress, [language(), hand.rows_laid, hand.cards, hand.complete, view.seats[this.name], view.idle.includes(this.name)], () => {
      this.progress.classList.toggle("complete", hand.complete);
      if (view.idle.includes(this.name)) return [word("player.stands")];
      if ((view.seats[this.name] ?? CHILD) !== CHILD) return hand.complete ? [symbol("tick"), word("hand.chosen")] : [word("hand.thinking")];
      if (hand.complete) return [symbol("tick"), word("hand.complete")];
      const bar = make("span", { class: "bar", "aria-hidden": "true" });
      for (let row = 0; row < ROWS; row += 1) bar.append(make("i", { class: row < hand.rows_laid ? "on" : null }));
      return [bar, word("hand.rows", { n: hand.rows_laid, cards: hand.cards })];
    });
  }

  updateRow(/** @type {HTMLElement} */ row, /** @type {number} */ index, /** @type {import("../shared/views").View} */ view, /** @type {unknown} */ facilitator) {
    const state = rowState(view, this.name, index);
    const before = this.shown[index];
    row.classList.toggle("current", state.current);
    row.classList.toggle("played", state.text !== null && !state.current);
    // Pressing a row that was played asks why it went as it did.
    const told = view.story.some((one) => one.round === view.round && one.row === index + 1);
    const why = inside(row, ".why", HTMLButtonElement);
    const cards = inside(row, ".slot-cards", HTMLElement);
    // A row that is not shown yet: the facilitator may say which cards lie there.
    const sayable = facilitator !== null && state.text === null && view.may.includes("card-is") && unshownRows(view, this.name).includes(index + 1);
    why.disabled = !sayable && (state.text === null || !told);
    why.toggleAttribute("data-cards", sayable);
    why.setAttribute("aria-label", word(sayable ? "cards.open" : "row.why", { row: index + 1, name: named(this.name) }));
    row.classList.toggle("said", (view.said[this.name] ?? []).includes(index + 1));
    const changed = renew(cards, [language(), state.text, state.down], () => {
      if (state.text !== null) return cardsOf(state.text).map((kind) => face(this.name, kind));
      return state.down ? [back(this.name)] : [];
    });
    if (!changed) return;
    cards.classList.toggle("turned", before === null && state.text !== null);
    cards.classList.toggle("hidden-row", state.text === null && state.down);
    if (state.text === null) cards.setAttribute("aria-label", word(state.down ? "row.hidden" : "row.empty"));
    else cards.removeAttribute("aria-label");
    cards.setAttribute("role", state.text === null ? "img" : "group");
    cards.dataset.cards = String(state.text === null ? 1 : cardsOf(state.text).length);
    this.shown[index] = state.text;
  }
}

/** Opens the facilitator's sheet of a player. */
export function playerButton(/** @type {string} */ player, /** @type {string} */ name, /** @type {(player: string) => void} */ onPlayer) {
  const button = make("button", { type: "button", class: "plain player-button", "data-player": player, "aria-haspopup": "dialog", "aria-label": word("player.open", { name }) }, symbol("more"));
  button.addEventListener("click", () => onPlayer(player));
  return button;
}

/** The face of a player's bonus die; without a bonus it is blank. */
function die(/** @type {string | null} */ face) {
  const short = { if: word("die.if"), "repeat 2": "×2", "repeat 3": "×3" }[face ?? ""];
  const said = word("die", { face: short ? word(`card.${face}`) : word("die.blank") });
  const look = { class: short ? "die" : "die blank", role: "img", "aria-label": said, title: said };
  return make("span", look, short ?? "–");
}

/** All panels, in the order of the rules. */
export class Programs {
  /** `ask` hears which row and golem somebody wants to have explained. */
  constructor(/** @type {HTMLElement} */ element, /** @type {(row: number, golem: string) => void} */ ask) {
    this.element = element;
    this.ask = ask;
    this.panels = new Map();
  }

  /** `facilitator` hears which player or row was touched; null: on everybody's screens. */
  update(/** @type {import("../shared/views").View} */ view, /** @type {Pick<import("./facilitator.js").Facilitator, "askPlayer" | "askCards"> | null} */ facilitator) {
    const names = view.play.pieces.map((golem) => golem.name);
    if (names.join() !== [...this.panels.keys()].join()) {
      this.panels = new Map(names.map((name) => [name, new Panel(name, this.ask)]));
      this.element.replaceChildren(...[...this.panels.values()].map((panel) => panel.element));
      this.element.dataset.players = String(names.length);
    }
    for (const panel of this.panels.values()) panel.update(view, facilitator);
  }
}
