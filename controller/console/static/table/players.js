// The players of games without trays: whose turn it is, who sits where, dice, programs, and moves that no touch can say.

import { emblem, make, reachable, renew, say, symbol } from "../shared/dom.js";
import { language, pick, tell, word } from "../shared/words.js";
import { seated } from "./player_sheet.js";
import { playerButton } from "./programs.js";

const CHILD = "child";
const AWAY = "away";
const MOST_BUTTONS = 12;

/** Who plays, what else there is to know, and the moves that no touch can say. */
export class Players {
  constructor(/** @type {HTMLElement} */ element, /** @type {{
    onMove: ((player: string, move: string) => void) | null,
    onSeat: ((player: string, who: string) => void) | null,
    onProgram: ((player: string, rows: string[]) => void) | null,
    onThrown: ((face: string) => void) | null,
    onRoll?: () => void,
    onAdvise?: () => Promise<() => string>,
    onStep?: (player: string, rows: string[]) => Promise<() => string>,
    onPlayer?: (player: string) => void,
  }} */ { onMove, onSeat, onProgram, onThrown, onRoll, onAdvise, onStep, onPlayer }) {
    this.element = element;
    this.onMove = onMove;
    this.onSeat = onSeat;
    this.onProgram = onProgram;
    this.onThrown = onThrown;
    /** On a player's own screen, which has no other buttons. */
    this.onRoll = onRoll;
    this.onAdvise = onAdvise;
    this.onStep = onStep;
    /** A program that is being written, and for whom. */
    this.written = { of: "", text: "" };
    /** What was said to whoever asked for a hint, and for which move. */
    this.advice = { of: 0, text: () => "" };
    /** For the facilitator. */
    this.onPlayer = onPlayer;
  }

  update(/** @type {import("../shared/views").View} */ view) {
    const { play } = view;
    const free = this.onMove !== null && view.may.includes("move");
    const value = ["pieces", language(), play.players, play.turn, play.facts, view.seats, view.may.includes("seat"), free, play.choices, view.hands, view.may.includes("thrown"), view.may.includes("roll"), view.names, view.may.includes("advise"), this.advice.of === view.story.length && this.advice.text()];
    renew(this.element, value, () => [
      make("article", { class: "panel players" }, make("ul", { class: "turns" }, ...this.players(view)),
        make("ul", { class: "piece-facts" }, ...play.facts.map((fact) => make("li", {}, pick(fact)))),
        ...this.threats(play), ...(free ? [this.moves(play)] : []), ...this.throws(view), ...this.programs(view), ...this.hints(view)),
    ]);
    this.element.dataset.players = "1";
    for (const list of this.element.querySelectorAll(".piece-facts")) reachable(list);
  }

  players(/** @type {import("../shared/views").View} */ { play, seats, may, names }) {
    return Object.entries(play.players).map(([player, words], index) => {
      const here = player === play.turn;
      const parts = [emblem(player), make("b", {}, names[player] === undefined ? pick(words) : `${names[player]} (${pick(words)})`)];
      // Everybody throws with a key of their own.
      if (this.onThrown !== null && play.sounds.length > 0) parts.push(make("kbd", { title: word("key.throws") }, String(index + 1)));
      if (here) parts.push(make("span", { class: "tag" }, word("board.turn")));
      if (this.onSeat !== null && may.includes("seat")) parts.push(this.seat(player, pick(words), seats[player], play.strengths));
      else if (seats[player] !== CHILD) parts.push(make("span", { class: "tag seat" }, seated(seats[player])));
      if (this.onPlayer !== undefined) parts.push(playerButton(player, pick(words), this.onPlayer));
      return make("li", { class: here ? "turn" : null }, ...parts);
    });
  }

  /** What the computer would play, for whoever asks at the own screen. */
  hints(/** @type {import("../shared/views").View} */ view) {
    if (this.onAdvise === undefined || !view.may.includes("advise")) return [];
    const button = make("button", { type: "button", class: "plain", "data-hint": "" }, word("hand.hint"));
    button.addEventListener("click", async () => {
      button.disabled = true;
      this.advice = { of: view.story.length, text: (await this.onAdvise?.()) ?? (() => "") };
      this.update(view);
    });
    const told = this.advice.of === view.story.length ? this.advice.text() : "";
    return [make("div", { class: "group" }, button), make("p", { class: "hint-answer", role: "status", ...(told === "" ? { hidden: "" } : {}) }, told)];
  }

  seat(/** @type {string} */ player, /** @type {string} */ name, /** @type {string} */ now, /** @type {string[]} */ strengths) {
    // Who has left comes back by the player's own sheet.
    const options = [CHILD, ...strengths, ...(now === AWAY ? [AWAY] : [])].map((who) => make("option", { value: who }, seated(who)));
    const choice = make("select", { class: "seat", "aria-label": word("seat", { name }) }, ...options);
    choice.value = now;
    choice.addEventListener("change", () => this.onSeat?.(player, choice.value));
    return choice;
  }

  /** A button for beginners: which squares each side threatens, on the board. */
  threats(/** @type {import("../shared/views").PlayView} */ play) {
    if (Object.keys(play.threats).length === 0) return [];
    const shown = this.element.ownerDocument.body.classList.contains("show-threats");
    const button = make("button", { type: "button", class: "plain", "aria-pressed": String(shown), "data-threats": "" }, word("threats"));
    button.addEventListener("click", () => {
      const on = document.body.classList.toggle("show-threats");
      button.setAttribute("aria-pressed", String(on));
    });
    const key = Object.keys(play.threats).map((player, side) => make("span", { class: `threat-key by-${side}` }, pick(play.players[player])));
    return [make("p", { class: "threats" }, button, ...key)];
  }

  /** The faces of a real die: whoever threw it says which one it shows. */
  throws(/** @type {import("../shared/views").View} */ { play, may }) {
    if (this.onRoll !== undefined && may.includes("roll")) {
      const roll = make("button", { type: "button", class: "primary" }, word("command.roll"));
      roll.addEventListener("click", () => this.onRoll?.());
      return [roll];
    }
    if (this.onThrown === null || !may.includes("thrown")) return [];
    const buttons = play.faces.map((face) => {
      const button = make("button", { type: "button", class: "plain", "data-face": face }, face);
      button.addEventListener("click", () => this.onThrown?.(face));
      return button;
    });
    return [make("div", { class: "group", role: "group", "aria-label": word("die.shows") }, make("span", {}, word("die.shows")), ...buttons)];
  }

  /** Who has laid a program, and a field for the next one that is missing: a step a line, for nobody else to see. */
  programs(/** @type {import("../shared/views").View} */ { hands, may, play }) {
    // Where programs play, people wait for none.
    if (play.automatic) return [];
    const told = (/** @type {string} */ name) => pick(play.programmed[name] ?? { en: name });
    const laid = Object.entries(hands).filter(([, hand]) => hand.complete);
    const missing = Object.keys(hands).filter((name) => !hands[name].complete && name in play.writers);
    const done = make("p", {}, ...laid.flatMap(([name]) => [symbol("tick"), `${told(name)} `]));
    if (this.onProgram === null || !may.includes("program") || missing.length === 0) return laid.length > 0 ? [done] : [];
    const text = make("textarea", { rows: "6", autocomplete: "off", spellcheck: "false", "aria-label": word("program.of", { name: told(missing[0]) }) });
    // What is written stays when somebody else's program comes in.
    text.value = this.written.of === missing[0] ? this.written.text : "";
    text.addEventListener("input", () => (this.written = { of: missing[0], text: text.value }));
    const rows = () => text.value.split("\n").map((row) => row.trim()).filter(Boolean);
    const button = make("button", { class: "plain" }, word("command.program"));
    const form = make("form", { class: "program" }, make("label", {}, word("program.of", { name: told(missing[0]) }), text), button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onProgram?.(missing[0], rows());
    });
    if (this.onStep !== undefined && may.includes("advise-program")) form.append(...this.stepHint(() => this.onStep?.(missing[0], rows())));
    return [done, form];
  }

  /** A hint for the next step of a program, for whoever writes it. */
  stepHint(/** @type {() => Promise<() => string> | undefined} */ ask) {
    const told = make("p", { class: "hint-answer", role: "status", hidden: "" });
    const button = make("button", { type: "button", class: "plain", "data-hint": "" }, word("hand.hint"));
    button.addEventListener("click", async () => {
      button.disabled = true;
      tell(told, (await ask()) ?? (() => ""));
      told.hidden = button.disabled = false;
    });
    return [button, told];
  }

  /** Moves without two ends as buttons, and a field for a move as it is written. */
  moves(/** @type {import("../shared/views").PlayView} */ play) {
    // What is too much for buttons is written.
    const open = play.choices.filter((choice) => choice.origin === null || choice.target === null);
    const bare = open.length > MOST_BUTTONS ? open.filter((choice) => choice.origin === null && choice.target === null) : open;
    const buttons = bare.map(({ move }) => {
      const button = make("button", { type: "button", class: "plain", "data-move": move }, move);
      button.addEventListener("click", () => this.onMove?.(play.turn ?? "", move));
      return button;
    });
    const input = make("input", { type: "text", autocomplete: "off", maxlength: "60", "aria-label": word("move.written") });
    const form = make("form", { class: "written" }, input, make("button", { class: "plain" }, word("move.play")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onMove?.(play.turn ?? "", input.value.trim());
    });
    const group = make("div", { class: "group", role: "group", "aria-label": word("move.other") }, ...buttons);
    return make("div", { class: "moves" }, group, form);
  }
}

/** Whether programs are awaited of computers only. */
export function onlyComputersWrite(/** @type {import("../shared/views").View} */ { phase, seats }) {
  const sitting = Object.values(seats);
  return phase === "programs" && sitting.length > 0 && !sitting.includes(CHILD);
}

/** What the head says of a game of pieces; to spectators nothing that they should do. */
export function sayTurn(/** @type {import("../shared/views").View} */ view, /** @type {Record<string, any>} */ parts, watching = false) {
  const { play, phase } = view;
  const turn = play.turn === null ? "" : pick(play.players[play.turn]);
  const asked = ["move", "dice"].includes(phase) && turn !== "";
  const quiet = ["row", "check"].includes(phase);
  say(parts.phase, asked ? word("phase.pieces", { name: turn }) : word(quiet ? (play.automatic ? "hint.pieces.round" : "hint.pieces.played") : phase === "programs" ? (watching ? "phase.watch.written" : "phase.written") : `phase.${phase}`));
  const placing = phase === "move" && play.choices.some((choice) => choice.heading !== null);
  const computers = onlyComputersWrite(view);
  if (computers) say(parts.phase, word("phase.computers"));
  if (watching && !computers && ["move", "dice", "programs", "hands"].includes(phase)) say(parts.hint, "");
  else say(parts.hint, computers ? word("hint.pieces.computers") : placing ? word("hint.pieces.place") : ["setup", "dice", "programs", "ready"].includes(phase) ? word(`hint.pieces.${phase}`) : quiet ? "" : word(`hint.${phase}`));
}
