// The scenario or puzzle that is played: what each side must do, how far it is; its card with picture and story.

import { drawing, emblem, make, renew, symbol } from "../shared/dom.js";
import { puzzleOver } from "./status.js";
import { language, pick, word } from "../shared/words.js";

/** Phases in which people lay something out: there is time to read what is wanted. */
const LAYING = ["setup", "dice", "programs"];

export class Task {
  constructor(/** @type {HTMLElement} */ element, /** @type {{ dialog: HTMLDialogElement, content: HTMLElement }} */ card) {
    this.element = element;
    this.card = card;
    /** @type {import("../shared/views").View | null} */
    this.view = null;
  }

  update(/** @type {import("../shared/views").View} */ view) {
    this.view = view;
    const { task } = view;
    this.element.hidden = task === null;
    if (task === null) return;
    const laying = LAYING.includes(view.phase);
    const sides = view.play.pieces.map((golem) => [golem.name, golem.side, golem.alive]);
    renew(this.element, [language(), task.key, task.tries, task.goals, task.verdict, view.winners, laying, sides], () => [
      this.title(task),
      make("ul", { class: "goals" }, ...task.goals.map((goal) => told(goal, view.play.pieces))),
      ...verdict(view),
      ...(laying ? (task.conditions ?? []).map((words) => make("p", { class: "condition" }, pick(words))) : []),
    ]);
    if (this.card.dialog.open) this.show();
  }

  /** The name, which opens the card. */
  title(/** @type {import("../shared/views").PlayedTask} */ task) {
    const facts = task.kind === "puzzle" ? [...(task.count === null || task.count < 2 ? [] : [word("task.puzzle", { n: (task.number ?? 0) + 1, count: task.count })]), word("task.try", { n: task.tries })] : [word("task.scenario")];
    const button = make("button", { type: "button", class: "task-name", title: word("task.show") },
      make("small", {}, facts.join(" · ")), make("b", {}, pick(task.name)), make("span", { class: "more-of-it", "aria-hidden": "true" }, "i"));
    button.addEventListener("click", () => this.openOrClose());
    return button;
  }

  /** Opens the card, or closes it. Not modal: the emergency stop stays within reach. */
  openOrClose() {
    if (this.card.dialog.open) this.card.dialog.close();
    else this.show().then(() => this.card.dialog.show());
  }

  async show() {
    const task = this.view?.task;
    if (!task) return;
    const art = await drawing(`task/${task.key}/card/${language()}`);
    renew(this.card.content, [language(), task.key], () => [
      make("div", { class: "card-picture" }, art),
      make("div", { class: "card-words" }, make("h2", { id: "card-name", class: "unseen" }, pick(task.name)), make("p", {}, pick(task.story))),
    ]);
  }
}

/** What the judge says to a try that did not solve the puzzle; that it is solved is said on the board. */
function verdict(/** @type {import("../shared/views").View} */ view) {
  const how = puzzleOver(view);
  if (how !== "unsolved" && how !== "judging") return [];
  const said = how === "judging" ? [word("puzzle.judging")] : (view.task?.verdict ?? []).map(pick);
  return [make("div", { class: "verdict", role: "status" }, ...said.map((sentence) => make("p", {}, sentence)))];
}

/** A goal: whose, what, and how far it is. */
function told(/** @type {import("../shared/views").TaskGoal} */ goal, /** @type {import("../shared/views").PieceView[]} */ golems) {
  const own = golems.filter((golem) => golem.side === goal.side);
  const far = goal.left === null ? [] : [make("span", { class: goal.left.n === 0 ? "left done" : "left" }, ...(goal.left.n === 0 ? [symbol("tick")] : [pick(goal.left.text)]))];
  return make("li", {}, ...own.map((golem) => emblem(golem.name)), make("span", {}, pick(goal.text)), ...far);
}
