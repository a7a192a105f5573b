// The hand of whoever lays cards at this screen: behind a curtain where several share it. What lies there is the server's;
// here is only what this screen's own player may see.

import { ask, post } from "../shared/api.js";
import { emblem, make, pictured, symbol } from "../shared/dom.js";
import { draftOf, finished, fits, left, reading, withCard, withoutCard } from "../shared/draft.js";
import { called } from "./player_sheet.js";
import { language, named, pick, tell, word } from "../shared/words.js";

/**
 * Who lays cards at this screen in this round.
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 */
function people(view, mine) {
  const playing = view.task?.plays ?? mine;
  return mine.filter((player) => {
    const golem = view.play.pieces.find((piece) => piece.name === player);
    return golem?.alive === true && playing.includes(player) && (view.seats[player] ?? "child") === "child";
  });
}

/**
 * Who has not finished laying cards at this screen, the first of whom is asked next.
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 */
export function laying(view, mine) {
  if (!view.screen || view.phase !== "programs" || !view.trays) return [];
  return people(view, mine).filter((player) => view.hands[player]?.complete !== true);
}

/**
 * Whether several people lay secret cards at this screen. A puzzle is one person's, whatever golems it has.
 * @param {import("../shared/views").View} view
 * @param {string[]} mine
 */
export const shared = (view, mine) => Object.keys(view.seats).length > 0 && people(view, mine).length > 1;

/**
 * A card's face; its name is said beside it.
 * @param {string} player
 * @param {string} card
 */
const face = (player, card) => pictured(make("span", { "aria-hidden": "true" }), `card/${player}/${card}/${language()}`);

export class Hand {
  /**
   * @param {HTMLElement} element
   * @param {string[]} mine The players who lay cards at this screen.
   * @param {() => void} onDraft Hears of every card that was laid or taken back.
   * @param {() => void} onAims Opens the card of the scenario or puzzle.
   */
  constructor(element, mine, onDraft = () => {}, onAims = () => {}) {
    this.element = element;
    this.onDraft = onDraft;
    this.onAims = onAims;
    /** How often the player has asked for a hint since the last card.
     * @type {number} */
    this.asked = 0;
    /** @type {import("../shared/views").HintMessage | null} */
    this.hint = null;
    /** @type {string | null} */
    this.guided = null;
    /** Why the table did not take the cards that lie here.
     * @type {(() => string) | null} */
    this.refusal = null;
    this.mine = mine;
    /** @type {import("../shared/views").View | null} */
    this.view = null;
    /** @type {string | null} */
    this.player = null;
    /** Whether the player has said that nobody else looks. */
    this.open = false;
    /** @type {import("../shared/views").HandMessage | null} */
    this.hand = null;
    this.draft = draftOf([]);
    /** How often the table was asked for the hand: an answer to an earlier question is old. */
    this.fetches = 0;
    /** Whether an answer is on its way. */
    this.fetching = false;
    /** What is drawn: a card is not drawn anew while a finger is on it. */
    this.print = "";
    /** Which laying of cards this is: another game, round or try begins anew. */
    this.key = "";
    /** Cards reach the table one after the other. */
    this.sending = Promise.resolve();
  }

  /** @param {import("../shared/views").View} view */
  update(view) {
    this.view = view;
    const waiting = laying(view, this.mine);
    const player = this.player !== null && waiting.includes(this.player) ? this.player : (waiting[0] ?? null);
    const key = `${view.table.seed ?? ""}/${view.round}/${view.task?.key ?? ""}/${view.task?.tries ?? 0}`;
    if (player !== this.player || key !== this.key) {
      this.player = player;
      this.key = key;
      this.hand = this.refusal = null;
      this.fetching = false;
      this.open = !shared(view, this.mine);
    }
    // Where the table did not answer, it is asked again.
    if (player !== null && this.open && this.hand === null && !this.fetching) this.fetch(player);
    document.body.classList.toggle("laying", player !== null);
    this.draw();
  }

  /** @param {string} player */
  async fetch(player) {
    const asked = ++this.fetches;
    this.fetching = true;
    /** @type {import("../shared/views").HandMessage | null} */
    const hand = await ask(`hand.json?player=${encodeURIComponent(player)}`).catch(() => null);
    if (this.fetches !== asked) return;
    this.fetching = false;
    if (this.player !== player || hand?.asked !== true) return;
    this.hand = hand;
    this.draft = draftOf(hand.rows);
    this.forget();
    this.draw();
    this.onDraft();
  }

  /** The cards that lie here now, for whoever may see them; null behind the curtain. */
  get own() {
    return this.player === null || !this.open || this.hand === null ? null : { draft: this.draft, all: this.hand.all_rows };
  }

  /** A hint is for the cards as they lie. */
  forget() {
    this.asked = 0;
    this.hint = null;
  }

  /** Asks for a useful next card. In a puzzle it comes in three steps: what the puzzle teaches, where, which card. */
  async advise() {
    const { player } = this;
    if (player === null) return;
    // The hint is for the cards that have reached the table.
    await this.sending;
    const answer = await fetch(`hint.json?player=${encodeURIComponent(player)}`).catch(() => null);
    if (!answer?.ok || this.player !== player) return;
    this.hint = await answer.json();
    this.asked += 1;
    this.draw();
  }

  /** What is said to somebody who asked. */
  advice() {
    const { hint, asked } = this;
    if (hint === null || asked === 0) return "";
    if (hint.row === null || hint.card === null) return word("hand.hint.none");
    const puzzle = this.view?.task?.kind === "puzzle";
    const idea = this.view?.task?.idea;
    if (puzzle && idea && asked === 1) return word("hand.hint.idea", { idea: pick(idea) });
    if (puzzle && asked === 2) return word("hand.hint.row", { row: hint.row + 1 });
    return word(hint.instead ? "hand.hint.instead" : "hand.hint.card", { row: hint.row + 1, card: word(`card.${hint.card}`) });
  }

  /**
   * Marks a card that somebody who plays along is to touch; null: none.
   * @param {string | null} card
   */
  guideTo(card) {
    if (this.guided === card) return;
    this.guided = card;
    this.draw();
  }

  /** The card that a hint has named by now, or the guide. */
  advised() {
    if (this.guided !== null) return this.guided;
    const named = this.view?.task?.kind === "puzzle" ? 3 : 1;
    return this.asked >= named ? (this.hint?.card ?? null) : null;
  }

  draw() {
    const { element, player, hand } = this;
    element.hidden = player === null;
    if (player === null) {
      this.print = "";
      element.replaceChildren();
      return;
    }
    const told = [this.advice(), this.asked, this.advised(), this.refusal?.()];
    const print = JSON.stringify([language(), player, this.name(player), this.open, hand, this.draft, this.aimed(player), told]);
    if (print === this.print) return;
    this.print = print;
    element.className = `hand of-${player}`;
    const kept = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    if (!this.open) element.replaceChildren(...this.curtain(player));
    else if (hand !== null) element.replaceChildren(...this.table(player, hand));
    else element.replaceChildren(make("p", { class: "quiet" }, word("hand.coming")));
    const again = kept === null ? null : element.querySelector(`[data-key="${kept}"]:enabled`);
    if (again instanceof HTMLElement) again.focus();
    else if (kept !== null) /** @type {HTMLElement | null} */ (element.querySelector("button:enabled"))?.focus();
  }

  /** What a player is called here. */
  name(/** @type {string} */ player) {
    return this.view === null ? named(player) : called(this.view, player);
  }

  /**
   * Between two players nothing of a hand is on the screen.
   * @param {string} player
   */
  curtain(player) {
    const button = make("button", { type: "button", class: "primary curtain-open", "data-key": "open" }, word("hand.open", { name: this.name(player) }));
    button.addEventListener("click", () => {
      this.open = true;
      this.draw();
      this.fetch(player);
    });
    const waiting = pictured(make("span", { class: "curtain-golem", "aria-hidden": "true" }), `golem/${player}`);
    return [waiting, make("h2", {}, emblem(player), word("hand.turn", { name: this.name(player) })), make("p", {}, word("hand.away")), button];
  }

  /**
   * @param {string} player
   * @param {import("../shared/views").HandMessage} hand
   */
  table(player, hand) {
    const title = make("h2", {}, emblem(player), word("hand.yours", { name: this.name(player) }));
    const rows = this.draft.rows.map((cards, row) => this.row(player, cards, row));
    const problem = make("p", { class: "hand-problem", role: "status" });
    tell(problem, this.refusal ?? (() => hand.problems.map(pick).join(" ")));
    this.problem = problem;
    const advice = make("p", { class: "hint-answer", role: "status" }, this.advice());
    advice.hidden = this.asked === 0;
    const head = make("div", { class: "hand-head" }, title, ...this.aims(player));
    return [head, make("ol", { class: "hand-rows", "aria-label": word("hand.program") }, ...rows), problem, advice, this.supply(player, hand), this.foot(player, hand)];
  }

  /**
   * What the player's side must do in a scenario or a puzzle, and what the program must keep to; null in other games.
   * @param {string} player
   */
  aimed(player) {
    const { task, play } = this.view ?? { task: null, play: { pieces: [] } };
    if (task === null) return null;
    const side = play.pieces.find((piece) => piece.name === player)?.side;
    return [...task.goals.filter((goal) => goal.side === side).map((goal) => goal.text), ...(task.conditions ?? [])];
  }

  /**
   * A button that says it, and opens the card.
   * @param {string} player
   */
  aims(player) {
    const told = this.aimed(player);
    if (told === null) return [];
    const button = make("button", { type: "button", class: "hand-aims", title: word("task.show"), "data-key": "aims" }, make("span", {}, told.map(pick).join(" · ")));
    button.addEventListener("click", () => this.onAims());
    return [button];
  }

  /**
   * @param {string} player
   * @param {string[]} cards
   * @param {number} row
   */
  row(player, cards, row) {
    const here = row === this.draft.selected;
    const choose = make("button", { type: "button", class: "row-number", "aria-pressed": String(here), "aria-label": word("hand.row", { row: row + 1 }), "data-key": `row-${row}` }, String(row + 1));
    choose.addEventListener("click", () => {
      this.draft = { ...this.draft, selected: row };
      this.draw();
    });
    const laid = cards.map((card, place) => {
      const said = word("hand.take-back", { card: word(`card.${card}`), row: row + 1 });
      const button = make("button", { type: "button", class: "laid", "data-key": `laid-${row}-${place}` }, make("span", { class: "unseen" }, said), face(player, card));
      button.addEventListener("click", () => this.lay(withoutCard(this.draft, row, place)));
      return button;
    });
    const wanted = reading(cards) === "open" || cards.length === 0 ? [make("span", { class: "wanted", "aria-hidden": "true" })] : [];
    return make("li", { class: here ? "here" : null }, choose, ...laid, ...wanted);
  }

  /**
   * @param {string} player
   * @param {import("../shared/views").HandMessage} hand
   */
  supply(player, hand) {
    const cards = Object.keys(hand.supply).map((card) => {
      const count = left(this.draft, hand.supply, card);
      const said = make("span", { class: "unseen" }, word("hand.card", { card: word(`card.${card}`), n: count }));
      const button = make("button", { type: "button", class: card === this.advised() ? "supply-card advised" : "supply-card", "data-card": card, "data-key": `card-${card}` }, said, make("span", { class: "count", "aria-hidden": "true" }, `×${count}`), face(player, card));
      button.disabled = count <= 0 || !fits(this.draft, card);
      button.addEventListener("click", () => this.lay(withCard(this.draft, card)));
      return button;
    });
    return make("div", { class: "supply", role: "group", "aria-label": word("hand.supply") }, ...cards);
  }

  /**
   * @param {string} player
   * @param {import("../shared/views").HandMessage} hand
   */
  foot(player, hand) {
    const clear = make("button", { type: "button", "data-key": "clear" }, word("hand.clear"));
    clear.disabled = this.draft.rows.every((row) => row.length === 0);
    clear.addEventListener("click", () => this.lay(draftOf([])));
    const ready = make("button", { type: "button", class: "primary", "data-key": "ready" }, symbol("tick"), word("hand.ready"));
    ready.disabled = !finished(this.draft, hand.all_rows);
    ready.addEventListener("click", () => this.send(true));
    const hint = make("button", { type: "button", "data-key": "hint" }, word("hand.hint"));
    hint.addEventListener("click", () => this.advise());
    return make("div", { class: "hand-foot" }, clear, hint, ready);
  }

  /** @param {import("../shared/draft.js").Draft} draft */
  lay(draft) {
    this.draft = draft;
    this.forget();
    this.refusal = null;
    if (this.hand !== null) this.hand = { ...this.hand, problems: [] };
    this.draw();
    this.onDraft();
    this.send(false);
  }

  /** @param {boolean} ready */
  send(ready) {
    const { player } = this;
    const rows = this.draft.rows.map((row) => [...row]);
    this.sending = this.sending.then(async () => {
      const answer = await post("command", { name: "cards", args: { player, rows, ready } });
      if (answer.ok || this.player !== player || this.problem === undefined) return;
      this.refusal = answer.told.text ? () => pick(answer.told.text) : answer.text;
      tell(this.problem, this.refusal);
    });
  }
}
