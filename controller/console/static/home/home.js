// The front door: what can be done here, the most usual first.

import { make, makeSvg, part, pictured } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { word } from "../shared/words.js";

/** The doors: address, key of the name, the paths of the sign. First what is played, then what a table needs. */
const DOORS = [
  { to: "/play", key: "play", sign: ["M8 5 19 12 8 19z"] },
  { to: "/join", key: "join", sign: ["M8 3h8v18H8z", "M11.500 18h1"] },
  { to: "/puzzles", key: "puzzles", sign: ["M4 8h5a2.5 2.5 0 1 1 5 0h6v5a2.5 2.5 0 1 0 0 5v2H4z"] },
  { to: "/continue", key: "continue", sign: ["M4 5v14", "M8 5l12 7-12 7z"] },
  { to: "/watch", key: "watch", sign: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z", "M12 9a3 3 0 1 0 .1 0"] },
  { to: "/replays", key: "replays", sign: ["M4 12a8 8 0 1 0 3-6.2", "M4 4v5h5", "M12 8v5l3 2"] },
  { to: "/setup", key: "setup", sign: ["M3 20h18", "M5 20V9h14v11", "M12 9V4", "M9 4h6"] },
  { to: "/print", key: "print", sign: ["M7 8V3h10v5", "M4 8h16v9h-3", "M4 8v9h3", "M7 14h10v7H7z"] },
  { to: "/rules", key: "rules", sign: ["M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2z", "M12 6v14"] },
  { to: "/play#robot_game", key: "bots", sign: ["M5 9h14v10H5z", "M12 9V5", "M9 13v2M15 13v2", "M2 12v4M22 12v4"] },
];
/** A corner of a board beside the first door: what lies on its cells, row by row, and which way golems look (degrees). */
const SCENE = /** @type {[string, number][][]} */ ([
  [["", 0], ["token/barrel", 0], ["", 0], ["token/water", 0], ["golem/blue", 180], ["", 0]],
  [["golem/red", 90], ["", 0], ["token/wall", 0], ["", 0], ["", 0], ["golem/green", -90]],
  [["", 0], ["token/water", 0], ["golem/yellow", 0], ["", 0], ["token/barrel", 0], ["", 0]],
]);
/** Doors that are for everybody, also for those who only look; who plays on a phone comes in by the first. */
const FOR_ANYONE = ["join", "watch", "rules"];

openPage("home.title", (visitor) => {
  const open = DOORS.filter((door) => (visitor.facilitator ? door.key !== "join" : FOR_ANYONE.includes(door.key)));
  const seats = visitor.seats.map(([game, player]) =>
    door(`/games/${game}/seat`, word("door.seat", { name: word(`golem.${player}`) }), word("door.seat.hint"), DOORS[0].sign, "first"));
  part("doors", HTMLElement).replaceChildren(
    ...seats,
    ...open.map(({ to, key, sign }, index) => door(to, word(`door.${key}`), word(`door.${key}.hint`), sign, index === 0 && seats.length === 0 ? "first" : "")),
  );
});

/**
 * @param {string} to
 * @param {string} name
 * @param {string} hint
 * @param {string[]} sign
 * @param {string} look
 */
function door(to, name, hint, sign, look) {
  const picture = makeSvg("svg", { class: sign === DOORS[0].sign ? "sign solid" : "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...sign.map((d) => makeSvg("path", { d })));
  return make("a", { href: to, class: `door ${look}` }, picture, make("b", {}, name), make("small", {}, hint), ...(look === "first" ? [scene()] : []));
}

/** A game that is being played. */
function scene() {
  const cells = SCENE.flat().map(([name, turn]) => {
    const cell = make("i", {});
    if (name !== "") pictured(cell, name);
    if (turn !== 0) cell.style.setProperty("--turn", `${turn}deg`);
    return cell;
  });
  return make("span", { class: "scene", "aria-hidden": "true" }, ...cells);
}
