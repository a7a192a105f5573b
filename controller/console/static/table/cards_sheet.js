// This card is ...: the facilitator says what lies in a row that the camera has not read, or has misread.

import { emblem, make, pictured } from "../shared/dom.js";
import { choice, remark } from "./sheet.js";
import { called } from "./player_sheet.js";
import { language, word } from "../shared/words.js";

const ROWS = 4;
const PLACES = 5;
/** What the camera reads; and a place in which nothing lies. */
const AS_READ = "";
const NOTHING = "none";
const KINDS = ["forward", "backward", "turn-left", "turn-right", "stand", "attack", "defend", "take", "if enemy", "if attacked", "repeat 2", "repeat 3"];

/** The rows of a player that are not shown yet, from 1: only of these something may be said. */
export function unshownRows(/** @type {Pick<import("../shared/views").View, "phase" | "programs">} */ view, /** @type {string} */ player) {
  const rows = Array.from({ length: ROWS }, (_, index) => index + 1);
  if (view.phase === "programs") return rows;
  const program = view.programs[player] ?? [];
  return rows.filter((row) => program[row - 1] === null);
}

/** Whose cards lie before the camera and are not shown yet. */
export const sayable = (/** @type {import("../shared/views").View} */ view) =>
  view.play.pieces
    .filter((golem) => golem.alive && (view.seats[golem.name] ?? "child") === "child" && !view.idle.includes(golem.name) && unshownRows(view, golem.name).length > 0)
    .map((golem) => golem.name);

export class CardsSheet {
  /**
   * @param {() => void} renew Shows the sheet anew.
   * @param {(args: { player: string, row: number, cards: string[] }) => void} onCards
   * @param {(player: string) => void} onAgain Has the camera read a player's cards once more.
   */
  constructor(renew, onCards, onAgain) {
    this.renew = renew;
    this.onCards = onCards;
    this.onAgain = onAgain;
    /** @type {string | null} */
    this.player = null;
    this.row = 0;
    this.place = 0;
    this.cards = Array(PLACES).fill(AS_READ);
  }

  choose(/** @type {Partial<CardsSheet>} */ values) {
    Object.assign(this, values);
    this.renew();
  }

  /** @type {import("./sheet.js").Content} */
  build = (view) => {
    const players = sayable(view);
    if (this.player === null && players.length === 1) this.player = players[0];
    const player = players.includes(this.player ?? "") ? this.player : null;
    const rows = player === null ? [] : unshownRows(view, player);
    const row = rows.includes(this.row) ? this.row : 0;
    const read = view.may.includes("read-again");
    return {
      title: word("cards.title"),
      value: [players, player, rows, row, this.place, this.cards, read, view.names, view.said],
      parts: () => [
        ...(players.length === 0 ? [remark(word("cards.none"))] : []),
        make("div", { class: "choices" }, ...players.map((name) => choice({ name: `player-${name}`, title: called(view, name), chosen: name === player }, () => this.choose({ player: name, row: 0 })))),
        ...(player === null ? [] : [
          make("h3", {}, emblem(player), " ", word("cards.row")),
          make("div", { class: "choices short" }, ...rows.map((number) => choice({ name: `row-${number}`, title: word("cards.row-number", { row: number }), hint: (view.said[player] ?? []).includes(number) ? word("cards.said") : "", chosen: number === row }, () => this.choose({ row: number, place: 0, cards: Array(PLACES).fill(AS_READ) })))),
          ...(row === 0 ? [] : this.places(player, row)),
          make("div", { class: "choices again" }, choice({ name: "again", title: word("command.read-again"), hint: word("cards.again.hint"), possible: read }, () => this.onAgain(player))),
        ]),
      ],
    };
  };

  places(/** @type {string} */ player, /** @type {number} */ row) {
    const places = this.cards.map((card, place) => {
      const button = make("button", { type: "button", class: "place", "data-choice": `place-${place + 1}`, "aria-pressed": String(place === this.place) }, ...shown(player, card, word("cards.place", { n: place + 1, card: named(card) })));
      button.addEventListener("click", () => this.choose({ place }));
      return button;
    });
    const kinds = [...KINDS, NOTHING, AS_READ].map((card) => {
      const button = make("button", { type: "button", class: "kind", "data-choice": `card-${card || "as-read"}` }, ...shown(player, card, named(card)));
      button.addEventListener("click", () => {
        const cards = this.cards.map((one, index) => (index === this.place ? card : one));
        this.choose({ cards, place: card === AS_READ ? this.place : Math.min(this.place + 1, PLACES - 1) });
      });
      return button;
    });
    const keep = make("button", { type: "button", class: "primary keep", "data-choice": "keep" }, word("cards.keep"));
    keep.disabled = this.cards.every((card) => card === AS_READ);
    keep.addEventListener("click", () => this.onCards({ player, row, cards: this.cards }));
    return [make("p", {}, word("cards.hint")), make("div", { class: "places" }, ...places, keep), make("div", { class: "kinds" }, ...kinds)];
  }
}

const named = (/** @type {string} */ card) => (card === AS_READ ? word("cards.as-read") : card === NOTHING ? word("cards.nothing") : word(`card.${card}`));

/** A card's picture, or a word where there is none. */
function shown(/** @type {string} */ player, /** @type {string} */ card, /** @type {string} */ said) {
  const name = make("span", { class: "unseen" }, said);
  if (card === AS_READ || card === NOTHING) return [name, make("span", { class: "no-card", "aria-hidden": "true" }, named(card))];
  return [name, pictured(make("span", { class: "picture", "aria-hidden": "true" }), `card/${player}/${card}/${language()}`)];
}
