// A player, for the facilitator: the name, who plays, skip a round, leave and come back.

import { make } from "../shared/dom.js";
import { choice } from "./sheet.js";
import { hasWord, named, pick, word } from "../shared/words.js";

const CHILD = "child";
const AWAY = "away";
const MOST_NAME = 24;

/** What a player is called: the name, if there is one, else the colour or side. */
export const called = (/** @type {Pick<import("../shared/views").View, "names" | "play" | "trays">} */ view, /** @type {string} */ player) =>
  view.names[player] ?? sideOf(view, player);

/** The golem's colour, or the side of a game of pieces. */
export const sideOf = (/** @type {Pick<import("../shared/views").View, "play" | "trays">} */ view, /** @type {string} */ player) =>
  view.trays || view.play.players[player] === undefined ? named(player) : pick(view.play.players[player]);

/** Who sits in a seat: a child, the computer and how well, nobody, or a bot by its name. */
export const seated = (/** @type {string} */ who) => (hasWord(`seat.${who}`) ? word(`seat.${who}`) : who);

/**
 * @param {string} player
 * @param {{ onSeat: (who: string) => void, onLeave: (back: boolean) => void, onName: (name: string) => void, onSkip: (skip: boolean) => void }} doing
 * @returns {import("./sheet.js").Content}
 */
export const playerSheet = (player, { onSeat, onLeave, onName, onSkip }) => (view) => {
  const now = view.seats[player];
  const seatable = now !== undefined && view.may.includes("seat");
  const skips = view.idle.includes(player) && now !== AWAY;
  // Where no programs are locked together, whose turn it is can be passed over.
  const asked = view.trays || view.play.turn === player || Object.keys(view.play.programmed).length > 0;
  const laying = asked && (now ?? CHILD) === CHILD && view.may.includes("skip");
  const leaves = view.may.includes("leave");
  const away = now !== undefined && !view.play.automatic ? [AWAY] : [];
  // Cards may be taken up again, and left, at any time; the computer thinks before the programs are locked.
  const possible = (/** @type {string} */ who) => (who === AWAY || (who === CHILD && now === AWAY) ? leaves : seatable);
  return {
    title: word("player.title", { name: called(view, player), side: sideOf(view, player) }),
    value: [view.names[player], now, seatable, leaves, skips, laying, view.play.strengths],
    parts: () => [
      naming(view.names[player] ?? "", onName),
      make("h3", {}, word("player.who")),
      make("div", { class: "choices" }, ...[CHILD, ...view.play.strengths, ...away].map((who) => {
        const hint = who === CHILD ? (view.trays ? word("player.child.hint") : "") : who === AWAY ? word(view.trays ? "player.away.hint" : "player.away.turns") : "";
        return choice({ name: who, title: seated(who), hint, chosen: who === (now ?? CHILD), possible: possible(who) && who !== now }, () => (who === AWAY || now === AWAY && who === CHILD ? onLeave(who !== AWAY) : onSeat(who)));
      })),
      ...(view.trays
        ? [make("h3", {}, word("player.round")), make("div", { class: "choices" },
            choice({ name: "skip", title: word(skips ? "player.skipped" : "player.skip"), hint: word("player.skip.hint"), chosen: skips, possible: laying }, () => onSkip(!skips)))]
        : now === undefined || view.play.automatic ? [] : [make("h3", {}, word("player.turn")), make("div", { class: "choices" },
            choice({ name: "skip", title: word(skips ? "player.turn.skipped" : "player.turn.skip"), hint: word("player.turn.hint"), chosen: skips, possible: laying }, () => onSkip(!skips)))]),
    ],
  };
};

/** A field for the player's name. */
function naming(/** @type {string} */ name, /** @type {(name: string) => void} */ onName) {
  const input = make("input", { name: "player-name", maxlength: MOST_NAME, autocomplete: "off", value: name });
  const form = make("form", { class: "naming" }, make("label", {}, word("player.name"), input), make("button", { class: "primary" }, word("player.save")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onName(input.value);
  });
  return form;
}
