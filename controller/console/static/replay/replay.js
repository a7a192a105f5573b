// A recorded game is seen again: the views that screens were shown, step by step.

import { ask } from "../shared/api.js";
import { Board } from "../shared/board.js";
import { allPictured, make, part, pictured, say } from "../shared/dom.js";
import { toast } from "../shared/frame.js";
import { Store } from "../shared/store.js";
import { firstLanguage, pick, speak, word } from "../shared/words.js";
import { Players } from "../table/players.js";
import { Programs } from "../table/programs.js";
import { showHead } from "../table/status.js";
import { Story } from "../table/story.js";
import { Clip } from "./clip.js";
import { SeenPictures } from "./seen.js";
import { addressOf, clipFrom, stepOf, within } from "./steps.js";

/** How long a step is looked at, ms. */
const STEP_MS = 2400;

const store = new Store({ index: 0, playing: false, speed: 1 });
const board = new Board(part("mat", HTMLElement), part("board-words", HTMLElement), null);
const story = new Story(part("newest", HTMLElement), part("older", HTMLElement));
const players = new Players(part("hands", HTMLElement), { onMove: null, onSeat: null, onProgram: null, onThrown: null });
const programs = new Programs(part("hands", HTMLElement), () => {});
const seen = new SeenPictures(() => seen.update(store.get().index));
const scrub = part("scrub", HTMLInputElement);
/** @type {Map<number, Promise<import("../shared/views").View>>} */
const views = new Map();
/** @type {import("../shared/views").ReplayView | null} */
let replay = null;

/**
 * What was shown after a step; asked for once.
 * @param {number} index
 */
function viewAt(index) {
  const known = views.get(index);
  if (known !== undefined) return known;
  /** @type {Promise<import("../shared/views").View>} */
  const asked = ask(`view/${index}.json`);
  // A failure is not remembered.
  asked.catch(() => views.delete(index));
  views.set(index, asked);
  return asked;
}

async function show() {
  if (replay === null) return;
  const { index } = store.get();
  const { steps } = replay;
  const view = await viewAt(index);
  if (store.get().index !== index) return;
  say(part("name", HTMLElement), pick(replay.title));
  const shadow = { phase: make("p"), hint: make("p"), round: part("round", HTMLElement), energy: part("energy", HTMLElement) };
  showHead(view, shadow);
  const step = steps[index];
  say(part("step", HTMLElement), step.round === 0 ? word("replay.start") : word(`replay.${step.kind}`, { round: step.round, row: step.row }));
  say(part("when", HTMLElement), word("replay.of", { n: index, count: steps.length - 1 }));
  if (view.trays) programs.update(view, null);
  else players.update(view);
  story.update(view);
  scrub.value = String(index);
  scrub.setAttribute("aria-valuetext", part("step", HTMLElement).textContent ?? "");
  part("back", HTMLButtonElement).disabled = part("first", HTMLButtonElement).disabled = index === 0;
  part("forward", HTMLButtonElement).disabled = part("last", HTMLButtonElement).disabled = index === steps.length - 1;
  seen.update(index);
  history.replaceState(null, "", index === 0 ? location.pathname : addressOf(index, steps));
  await Promise.all([board.update(view), allPictured()]);
  document.body.dataset.shown = String(index);
  if (index + 1 < steps.length) viewAt(index + 1).catch(() => undefined);
}

/** @param {number} index */
function go(index) {
  if (replay !== null) store.set({ index: within(index, replay.steps.length) });
}

/** What is wrong with a record that cannot be seen.
 * @type {{ text: import("../shared/views").Words }[]} */
let problems = [];

function showDamage() {
  say(part("wrong", HTMLElement), problems.map(({ text }) => pick(text)).join(" "));
}

function showPlaying() {
  const { playing } = store.get();
  const play = part("play", HTMLElement);
  play.setAttribute("aria-label", word(playing ? "replay.pause" : "replay.play"));
  play.classList.toggle("playing", playing);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Goes on to the next step after a while, as long as it plays. */
function tick() {
  clearTimeout(timer);
  const { playing, index, speed } = store.get();
  if (!playing || replay === null) return;
  if (index === replay.steps.length - 1) {
    store.set({ playing: false });
    return;
  }
  timer = setTimeout(() => go(index + 1), STEP_MS / speed);
}

store.subscribe((now, before) => {
  showPlaying();
  if (now.index !== before.index) show().catch((error) => toast(() => String(error), true));
  tick();
});

part("first", HTMLElement).addEventListener("click", () => go(0));
part("back", HTMLElement).addEventListener("click", () => go(store.get().index - 1));
part("forward", HTMLElement).addEventListener("click", () => go(store.get().index + 1));
part("last", HTMLElement).addEventListener("click", () => go(Infinity));
part("play", HTMLElement).addEventListener("click", toggle);
part("slow", HTMLElement).addEventListener("click", () => again().catch((error) => toast(() => String(error), true)));
scrub.addEventListener("input", () => go(Number(scrub.value)));
const speed = part("speed", HTMLSelectElement);
speed.addEventListener("change", () => store.set({ speed: Number(speed.value) }));
part("clip", HTMLElement).addEventListener("click", () => saveClip().catch((error) => toast(() => String(error), true)));
part("link", HTMLElement).addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(() => word("replay.copied"));
  } catch {
    // A page that came over the network without a certificate may not use the clipboard.
    toast(() => location.href);
  }
});
addEventListener("hashchange", () => {
  if (replay !== null) go(stepOf(location.hash, replay.steps));
});
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select")) return;
  if (event.key === "ArrowRight" && target !== scrub) go(store.get().index + 1);
  else if (event.key === "ArrowLeft" && target !== scrub) go(store.get().index - 1);
  else if (event.key === " " && !target.closest("button, a")) {
    event.preventDefault();
    toggle();
  }
});

/** How long a step of a clip is filmed, and its end is seen, ms. */
const CLIP_MS = 1700;
const CLIP_END_MS = 1500;

/** Saves the round that is looked at, up to this step, as a picture that moves. */
async function saveClip() {
  if (replay === null) return;
  const button = part("clip", HTMLButtonElement);
  button.disabled = true;
  store.set({ playing: false });
  toast(() => word("replay.clip.making"));
  const { index } = store.get();
  const { steps } = replay;
  const words = (/** @type {number} */ at) => (steps[at].round === 0 ? word("replay.start") : word(`replay.${steps[at].kind}`, { round: steps[at].round, row: steps[at].row }));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const clip = new Clip(part("mat", HTMLElement));
  const first = clipFrom(index, steps);
  try {
    await board.update(await viewAt(first));
    await allPictured();
    // What stood elsewhere glides there first.
    if (!still) await new Promise((done) => setTimeout(done, CLIP_MS));
    await clip.take(words(first), CLIP_END_MS / 2);
    for (let at = first + 1; at <= index; at += 1) {
      await board.update(await viewAt(at));
      if (still) await clip.take(words(at), CLIP_MS);
      else await clip.film(words(at), CLIP_MS);
    }
    await clip.take(words(index), CLIP_END_MS);
    clip.save(`${decodeURIComponent(location.pathname.split("/")[2])}${location.hash.replace("#", "-")}.png`);
    toast(() => word("replay.clip.saved"));
  } finally {
    button.disabled = false;
    await show();
  }
}

const SLOW_MS = 3200;
let seenAgain = 0;

/** Shows the step that is looked at once more, slowly. */
async function again() {
  const { index } = store.get();
  if (index === 0) return;
  store.set({ playing: false });
  const mine = (seenAgain += 1);
  const [before, after] = await Promise.all([viewAt(index - 1), viewAt(index)]);
  await board.update(before);
  await new Promise((done) => setTimeout(done, SLOW_MS / 4));
  if (store.get().index !== index || mine !== seenAgain) return;
  document.body.classList.add("slow-motion");
  await board.update(after);
  document.body.dataset.again = String(index);
  await new Promise((done) => setTimeout(done, SLOW_MS));
  if (mine === seenAgain) document.body.classList.remove("slow-motion");
}

function toggle() {
  const { playing, index } = store.get();
  // At the end it begins again.
  const again = !playing && replay !== null && index === replay.steps.length - 1;
  store.set({ playing: !playing, ...(again ? { index: 0 } : {}) });
}

let changes = 0;

/** Says everything in another language; until then the page is not ready. */
async function speakAnew(/** @type {string} */ language) {
  const mine = ++changes;
  document.body.classList.remove("ready");
  try {
    await speak(language, true);
    showPlaying();
    showDamage();
    seen.offer(replay?.cameras ?? []);
    await show();
  } finally {
    if (mine === changes) document.body.classList.add("ready");
  }
}

async function begin() {
  /** @type {import("../shared/views").Visitor} */
  const visitor = await ask("/api/visitor.json");
  const select = part("language", HTMLSelectElement);
  const chosen = firstLanguage(visitor.language, visitor.languages);
  await speak(chosen);
  select.append(...Object.entries(visitor.languages).map(([code, name]) => make("option", { value: code, lang: code.replace("_", "-") }, name)));
  select.value = chosen;
  select.addEventListener("change", () => speakAnew(select.value));
  const answer = await fetch("steps.json");
  const told = await answer.json();
  if (!answer.ok) {
    problems = told.problems ?? [];
    document.body.classList.add("damaged", "ready");
    part("damaged", HTMLElement).hidden = false;
    pictured(part("damaged-picture", HTMLElement), "golem/blue");
    showDamage();
    return;
  }
  replay = /** @type {import("../shared/views").ReplayView} */ (told);
  document.title = `${pick(replay.title)} – Golem Table`;
  seen.offer(replay.cameras);
  scrub.max = String(replay.steps.length - 1);
  showPlaying();
  const index = stepOf(location.hash, replay.steps);
  part("controls", HTMLElement).inert = false;
  if (index === 0) await show();
  else go(index);
  document.body.classList.add("ready");
}

const room = new ResizeObserver(([{ contentRect }]) => document.documentElement.style.setProperty("--room", `${contentRect.height}px`));
room.observe(document.querySelector("main") ?? document.body);
begin();
