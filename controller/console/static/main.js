// Golem Table's page. "/" shows the game to everybody; "/console" adds what the facilitator needs.

import { Board } from "./board.js";
import { showCameras, showRecording } from "./cameras.js";
import { command, keyFromAddress } from "./commands.js";
import { connect } from "./connection.js";
import { Controls } from "./console.js";
import { allPictured, make, say } from "./dom.js";
import { Players } from "./players.js";
import { Programs } from "./programs.js";
import { Sounds } from "./sounds.js";
import { showFoot, showHead, showOverlay } from "./status.js";
import { showNotices, Story } from "./story.js";
import { Task } from "./task.js";
import { firstLanguage, speak, word } from "./words.js";

const part = (id) => document.getElementById(id);
const TOAST_MS = { good: 2500, bad: 8000 };

const story = new Story(part("newest"), part("older"));
const programs = new Programs(part("hands"), (row, golem) => story.ask(view, row, golem));
const task = new Task(part("task"), { dialog: part("card"), content: part("card-content") });
const controls = location.pathname === "/console" ? makeControls() : null;
const board = new Board(part("mat"), part("board-words"), controls === null ? null : playMove);
const doing = { onMove: playMove, onSeat: seat, onProgram: layProgram, onThrown: sayDie };
const players = new Players(part("hands"), controls === null ? { onMove: null, onSeat: null, onProgram: null, onThrown: null } : doing);

const sounds = new Sounds(part("sounds"));

let view = null;
/** Settled when the sounds of the newest throw have ended. */
let rattling = Promise.resolve();
let connected = true;

function makeControls() {
  keyFromAddress();
  document.body.classList.add("facilitator");
  const parts = {
    controls: part("controls"),
    eye: part("eye"),
    preview: part("preview"),
    enlarge: part("enlarge"),
    nothing: part("no-preview"),
    ask: { dialog: part("ask"), text: part("ask-text") },
    key: { dialog: part("key"), input: part("key-input"), wrong: part("key-wrong") },
  };
  return new Controls(parts, toast);
}

function show() {
  if (view === null) {
    say(part("phase"), word("phase.waking"));
    return;
  }
  showHead(view, { phase: part("phase"), hint: part("hint"), round: part("round"), energy: part("energy") });
  showRecording(view, part("recording"), part("recording-words"));
  showCameras(view, part("cameras"));
  showNotices(part("notices"), view);
  showConnection();
  if (view.trays) programs.update(view, controls === null ? null : seat);
  else players.update(view);
  task.update(view);
  story.update(view);
  showFoot(view, { robots: part("robots"), facts: part("facts") });
  controls?.update(view);
  document.body.dataset.phase = view.phase;
  const { sequence } = view;
  Promise.all([board.update(view), showOverlay(view, part("overlay")), allPictured()]).then(
    () => (document.body.dataset.drawn = sequence),
    // The pictures come from the table too: if it went away just now, the next view draws them.
    (error) => console.warn(String(error)),
  );
}

function showConnection() {
  const lost = part("lost");
  // After the game the table may go: what is seen then is how it ended, and no cause for alarm.
  const ended = view !== null && view.winners !== null;
  document.body.classList.toggle("cut-off", !connected && !ended);
  lost.hidden = connected;
  lost.classList.toggle("calm", ended);
  say(lost, connected ? "" : word(ended ? "closed" : "lost"));
}

/** Somebody else plays for a golem from now on. */
async function seat(player, who) {
  toast(await command("seat", { player, who }));
}

/** What a real die shows. */
async function sayDie(face) {
  const answer = await command("thrown", { face });
  if (!answer.ok) toast(answer);
}

/** A program that was written; a refusal says why. */
async function layProgram(player, rows) {
  const answer = await command("program", { player, rows });
  if (!answer.ok) toast(answer);
}

/** A player moves a piece; a refusal says why. */
async function playMove(player, move) {
  const answer = await command("move", { player, move });
  if (!answer.ok) toast(answer);
}

let toastTimer = null;

function toast({ ok, text }) {
  const element = part("toast");
  clearTimeout(toastTimer);
  element.classList.toggle("bad", !ok);
  element.hidden = text === "";
  say(element, text);
  toastTimer = setTimeout(() => (element.hidden = true), ok ? TOAST_MS.good : TOAST_MS.bad);
}

/** Tells the layout how much height is left for the board beside banner, head, commands and foot. */
function measureRoom() {
  const room = new ResizeObserver(([{ contentRect }]) => {
    document.documentElement.style.setProperty("--room", `${contentRect.height}px`);
  });
  room.observe(document.querySelector("main"));
}

async function begin() {
  measureRoom();
  const setup = await (await fetch("/setup.json")).json();
  const select = part("language");
  select.append(...Object.entries(setup.languages).map(([code, name]) => make("option", { value: code, lang: code.replace("_", "-") }, name)));
  select.value = firstLanguage(setup.language, setup.languages);
  await speak(select.value);
  select.addEventListener("change", async () => {
    await speak(select.value, true);
    sounds.show();
    show();
    showConnection();
  });
  part("estop").addEventListener("click", async () => toast(await command("estop")));
  show();
  connect({
    aliveSeconds: setup.alive_s,
    onView: (newest) => {
      if (view !== null && view.game !== newest.game) {
        // Another game is on the table now: the page begins anew.
        location.reload();
        return;
      }
      if (sounds.announces(newest)) rattling = rattling.then(() => sounds.play(newest)).catch((error) => console.warn(String(error)));
      // The face is shown after the last sound, and so is what comes of it.
      rattling = rattling.then(() => {
        view = newest;
        show();
      });
    },
    onState: (state) => {
      connected = state;
      showConnection();
    },
  });
  document.body.classList.add("ready");
  await controls?.open(setup.buttons);
}

begin();
