// Golem Table's page. "/" shows the game to everybody; "/console" adds what the facilitator needs.

import { Board } from "../shared/board.js";
import { NextStepBar, OwnTray, whoAmI } from "./child.js";
import { showCameras, showRecording } from "./cameras.js";
import { command, setStopPort } from "../shared/commands.js";
import { connect } from "../shared/connection.js";
import { Confetti } from "./confetti.js";
import { Controls } from "./console.js";
import { Guide } from "./guide.js";
import { Hand } from "./hand.js";
import { Facilitator } from "./facilitator.js";
import { forConsole, forSeat } from "./seat_view.js";
import { Seats } from "./seats.js";
import { allPictured, inside, make, part, renew, say } from "../shared/dom.js";
import { once } from "../shared/once.js";
import { OwnKeys } from "./own_keys.js";
import { called } from "./player_sheet.js";
import { Players } from "./players.js";
import { Programs } from "./programs.js";
import { Sheet } from "./sheet.js";
import { Rules } from "./rules.js";
import { SlowMotion } from "./slow_motion.js";
import { Sounds } from "./sounds.js";
import { showFoot, showHead, showOverlay } from "./status.js";
import { showNotices, Story } from "./story.js";
import { Task } from "./task.js";
import { TokenPainter } from "./tokens.js";
import { Store } from "../shared/store.js";
import { firstLanguage, hasOwnLanguage, language, speak, tell, word } from "../shared/words.js";

const TOAST_MS = { good: 2500, bad: 8000 };

const story = new Story(part("newest", HTMLElement), part("older", HTMLElement));
const programs = new Programs(part("hands", HTMLElement), (/** @type {number} */ row, /** @type {string} */ golem) => {
  const { view } = store.get();
  if (view !== null) story.ask(view, row, golem);
});
const task = new Task(part("task", HTMLElement), { dialog: part("card", HTMLDialogElement), content: part("card-content", HTMLElement) });
/** Which face of the table this is: everybody's, the facilitator's, or one player's. */
const face = location.pathname.endsWith("/console") ? "console" : location.pathname.endsWith("/seat") ? "seat" : "display";
const controls = face === "console" ? makeControls() : null;
/** The game's name at a front door; null at a table of its own. */
const lobbyGame = /^\/games\/([^/]+)\//.exec(location.pathname)?.[1] ?? null;
/** @type {Hand | null} */
let hand = null;
/** @type {Seats | null} */
let seats = null;
/** The players for whom this screen plays; null: for all who may be played for. */
let mine = /** @type {string[] | null} */ (null);
const board = new Board(part("mat", HTMLElement), part("board-words", HTMLElement), face === "display" ? null : playMove);
const doing = { onMove: playMove, onSeat: face === "console" ? seat : null, onProgram: once(layProgram), onStep: adviseStep, onThrown: once(sayDie), ...(face === "seat" ? { onRoll: once(roll), onAdvise: advise } : {}), ...(face === "console" ? { onPlayer: (/** @type {string} */ player) => facilitator.askPlayer(player) } : {}) };
const players = new Players(part("hands", HTMLElement), face === "display" ? { onMove: null, onSeat: null, onProgram: null, onThrown: null } : doing);

const ownKeys = face === "console" ? new OwnKeys({ board, may: () => controls?.opened === true, roll: once(roll), play: playMove }) : null;
const painter = controls === null ? null : new TokenPainter(part("palette", HTMLElement), board, toast);
const sheet = new Sheet(part("sheet", HTMLDialogElement));
const facilitator = new Facilitator(sheet, { view: () => store.get().view, say: toast, own: lobbyGame === null, languages: () => languages, onSeat: seeWhoIsHere });
const rules = face === "display" ? null : new Rules({ button: part("rules", HTMLElement), dialog: part("rules-dialog", HTMLDialogElement), content: part("rules-content", HTMLElement) });
const nextStep = new NextStepBar(part("next-step", HTMLElement));
const ownTray = new OwnTray(part("own", HTMLElement));
const guide = lobbyGame === null || face === "display" ? null : new Guide(part("guide", HTMLElement), lobbyGame, { onCard: (card) => hand?.guideTo(card), onKept: showChildAgain });
/** The languages of the table, by code. */
let languages = /** @type {Record<string, string>} */ ({});
/** The language that the facilitator chose last for all screens. */
let tableLanguage = "";
/** Who lays cards at this screen. */
let laysFor = /** @type {string[]} */ ([]);
const confetti = new Confetti(part("confetti", HTMLElement));
const slowMotion = face === "display" ? new SlowMotion(board, part("slow-badge", HTMLElement)) : null;
const sounds = new Sounds(part("sounds", HTMLButtonElement));

/** What the page shows: the newest view, and whether the line to the table stands. */
const store = new Store(/** @type {{ view: import("../shared/views").View | null, connected: boolean }} */ ({ view: null, connected: true }));
/** Settled when the sounds of the newest throw have ended. */
let rattling = Promise.resolve();

function makeControls() {
  document.body.classList.add("facilitator");
  const parts = {
    controls: part("controls", HTMLElement),
    eye: part("eye", HTMLElement),
    preview: part("preview", HTMLImageElement),
    enlarge: part("enlarge", HTMLElement),
    nothing: part("no-preview", HTMLElement),
    look: { choice: part("look-choice", HTMLElement), camera: part("look-camera", HTMLSelectElement), read: part("look-read", HTMLInputElement) },
    key: { dialog: part("key", HTMLDialogElement), input: part("key-input", HTMLInputElement), wrong: part("key-wrong", HTMLElement) },
  };
  return new Controls(parts, toast);
}

/** How often the page was drawn, and which time was the last to have all its pictures. */
let drawings = 0;
let drawn = 0;

/** Shows the newest view. Settled when its pictures are there. */
async function show() {
  const { view: newest } = store.get();
  const view = newest === null ? newest : mine !== null ? forSeat(newest, mine) : lobbyGame !== null ? forConsole(newest, laysFor) : newest;
  if (view === null) {
    say(part("phase", HTMLElement), word("phase.waking"));
    return;
  }
  followTable(view);
  showHead(view, { phase: part("phase", HTMLElement), hint: part("hint", HTMLElement), round: part("round", HTMLElement), energy: part("energy", HTMLElement) }, face === "display" && lobbyGame !== null);
  // A board of pieces is no mat, and who plays on it lays no programs on trays.
  say(part("board-title", HTMLElement), word(view.play.mat === "" ? "board.pieces" : "board"));
  say(part("programs-title", HTMLElement), word(view.trays ? "programs" : "play.players"));
  showRecording(view, part("recording", HTMLElement), part("recording-words", HTMLElement));
  showCameras(view, part("cameras", HTMLElement));
  showNotices(part("notices", HTMLElement), view);
  showConnection();
  if (view.trays) programs.update(view, controls === null ? null : facilitator);
  else players.update(view);
  hand?.update(view);
  showChild(view);
  // Where there are no robots there is nothing to stop.
  for (const stop of document.querySelectorAll(".estop")) /** @type {HTMLElement} */ (stop).hidden = view.screen || lobbyGame !== null;
  task.update(view);
  rules?.update(view);
  story.update(view, part("hint", HTMLElement).textContent ?? "");
  const onRobot = controls !== null && view.play.mat !== "" && !view.screen ? facilitator.askDriver : null;
  showFoot(view, { robots: part("robots", HTMLElement), facts: controls === null ? null : part("facts", HTMLElement) }, onRobot);
  controls?.update(view, lobbyGame !== null);
  ownKeys?.update(view);
  sheet.update(view);
  document.body.dataset.phase = view.phase;
  document.body.classList.toggle("trays", view.trays);
  const { sequence } = view;
  confetti.update(view);
  const past = slowMotion?.update(view) ?? false;
  const number = ++drawings;
  try {
    await Promise.all([past ? Promise.resolve() : board.update(view), showOverlay(view, part("overlay", HTMLElement)), allPictured()]);
  } catch (error) {
    // The pictures come from the table too: if it went away just now, the next view draws them.
    console.warn(String(error));
    return;
  }
  // A later one may have had its pictures first.
  if (number < drawn) return;
  drawn = number;
  // The mat lies there by now.
  if (controls?.opened) painter?.update(view);
  document.body.dataset.drawn = String(sequence);
}

/** Cards were laid or taken back here, or help has ended. */
function showChildAgain() {
  const { view } = store.get();
  if (view !== null) showChild(view);
}

/** What children need to know first; at a table with a camera a screen is whose it says. */
function showChild(/** @type {import("../shared/views").View} */ view) {
  const chosen = decodeURIComponent(location.hash.slice(1));
  const sitting = face === "seat" && laysFor.length === 0;
  const players = Object.keys(view.play.players);
  const own = sitting && players.includes(chosen) ? [chosen] : face === "display" ? [] : laysFor;
  const who = part("who", HTMLElement);
  who.hidden = !sitting;
  if (sitting) renew(who, [language(), chosen, players.map((player) => called(view, player))], () => whoAmI(view, chosen, (player) => { location.hash = player; show(); }));
  const guided = guide?.update(view, hand?.own?.draft ?? null) ?? false;
  nextStep.update(view, guided ? [] : own, hand?.own ?? null);
  ownTray.update(view, own[0] ?? "");
  document.body.classList.toggle("owned", sitting);
  document.body.dataset.own = own[0] ?? "";
}

/** Speaks the table's language, unless somebody has chosen another one here; and is quiet when the table is to be. */
function followTable(/** @type {import("../shared/views").View} */ view) {
  sounds.hushed = !view.sounds;
  if (view.language === tableLanguage) return;
  tableLanguage = view.language;
  const select = part("language", HTMLSelectElement);
  if (tableLanguage === "" || !Object.hasOwn(languages, tableLanguage) || hasOwnLanguage() || select.value === tableLanguage) return;
  select.value = tableLanguage;
  speakAnew(tableLanguage);
}

let changes = 0;

/** Says everything in another language; until then the page is not ready. */
async function speakAnew(/** @type {string} */ language, remember = false) {
  const mine = ++changes;
  document.body.classList.remove("ready");
  try {
    await speak(language, remember);
    sounds.show();
    const shown = show();
    showConnection();
    seats?.drawAgain();
    await shown;
  } finally {
    if (mine === changes) document.body.classList.add("ready");
  }
}

function showConnection() {
  const { view, connected } = store.get();
  const lost = part("lost", HTMLElement);
  // After the game the table may go: what is seen then is how it ended, and no cause for alarm.
  const ended = view !== null && view.winners !== null;
  document.body.classList.toggle("cut-off", !connected && !ended);
  lost.hidden = connected;
  lost.classList.toggle("calm", ended);
  say(lost, connected ? "" : word(ended ? "closed" : "lost"));
}

/** Begins the page anew when it lays cards for other players now: somebody sat down here, or left. */
async function seeWhoIsHere() {
  if (lobbyGame === null) return;
  const setup = await (await fetch("setup.json")).json();
  if (setup.lays_for.join() !== laysFor.join()) location.reload();
}

/** Somebody else plays for a golem from now on. */
async function seat(/** @type {string} */ player, /** @type {string} */ who) {
  toast(await command("seat", { player, who }));
}

/** A throw of the die on the screen. */
async function roll() {
  const answer = await command("roll");
  if (!answer.ok) toast(answer);
}

/** What the computer would play here; a refusal says why. */
async function advise() {
  return (await command("advise")).text;
}

/** What to write next in a program; only this screen hears it. */
async function adviseStep(/** @type {string} */ player, /** @type {string[]} */ rows) {
  return (await command("advise-program", { player, rows })).text;
}

/** What a real die shows. */
async function sayDie(/** @type {string} */ face) {
  const answer = await command("thrown", { face });
  if (!answer.ok) toast(answer);
}

/** A program that was written; a refusal says why. */
async function layProgram(/** @type {string} */ player, /** @type {string[]} */ rows) {
  const answer = await command("program", { player, rows });
  if (!answer.ok) toast(answer);
}

/** A player moves a piece; a refusal says why. */
async function playMove(/** @type {string} */ player, /** @type {string} */ move) {
  const answer = await command("move", { player, move });
  if (!answer.ok) toast(answer);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

function toast(/** @type {import("../shared/commands.js").Said} */ { ok, text }) {
  const element = part("toast", HTMLElement);
  clearTimeout(toastTimer);
  element.classList.toggle("bad", !ok);
  element.hidden = text() === "";
  tell(element, text);
  toastTimer = setTimeout(() => (element.hidden = true), ok ? TOAST_MS.good : TOAST_MS.bad);
}

/** Tells the layout how much height is left for the board beside banner, head, commands and foot. */
function measureRoom() {
  const room = new ResizeObserver(([{ contentRect }]) => {
    document.documentElement.style.setProperty("--room", `${contentRect.height}px`);
  });
  room.observe(inside(document, "main", HTMLElement));
}

async function begin() {
  // Before all else: nobody waits for a stop.
  const stop = async () => toast(await command("estop"));
  part("estop", HTMLElement).addEventListener("click", stop);
  // A sheet lies over the other one.
  inside(document, "#sheet [data-estop]", HTMLElement).addEventListener("click", stop);
  measureRoom();
  const setup = await (await fetch("setup.json")).json();
  if (setup.lays_for.length > 0 && face !== "display") hand = new Hand(part("hand", HTMLElement), setup.lays_for, showChildAgain, () => task.openOrClose());
  laysFor = setup.lays_for;
  languages = setup.languages;
  setStopPort(setup.stop_port, setup.stop_address);
  if (face === "seat") mine = setup.lays_for;
  part("home", HTMLElement).hidden = lobbyGame === null;
  document.body.dataset.face = face;
  const chosen = firstLanguage(setup.language, setup.languages);
  await speak(chosen);
  const select = part("language", HTMLSelectElement);
  select.append(...Object.entries(setup.languages).map(([code, name]) => make("option", { value: code, lang: code.replace("_", "-") }, name)));
  select.value = chosen;
  select.addEventListener("change", () => speakAnew(select.value, true));
  store.subscribe((now, before) => (now.view === before.view ? showConnection() : show()));
  show();
  connect({
    aliveSeconds: setup.alive_s,
    onView: (newest) => {
      const { view } = store.get();
      if (view !== null && view.game !== newest.game) {
        // Another game is on the table now: the page begins anew.
        location.reload();
        return;
      }
      if (sounds.announces(newest)) rattling = rattling.then(() => sounds.play(newest)).catch((error) => console.warn(String(error)));
      // The face is shown after the last sound, and so is what comes of it.
      rattling = rattling.then(() => {
        sounds.effects(store.get().view, newest);
        store.set({ view: newest });
      });
    },
    onState: (connected) => store.set({ connected }),
  });
  document.body.classList.add("ready");
  if (controls !== null) controls.nextGame = setup.next_game;
  await controls?.open(setup.buttons, facilitator);
  if (lobbyGame !== null && controls !== null) {
    const parts = { dialog: part("seats-dialog", HTMLDialogElement), list: part("seats-list", HTMLElement), button: part("seats", HTMLButtonElement) };
    seats = new Seats(parts, lobbyGame);
    await seats.begin();
  }
}

begin();
