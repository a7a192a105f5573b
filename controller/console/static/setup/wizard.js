// The steps from a printed kit to a table file: each says what is missing and what to do, and can be left and gone on with.

import { ask, post } from "../shared/api.js";
import { make, part, renew } from "../shared/dom.js";
import { nothing, toast } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { language, pick, word } from "../shared/words.js";
import { FORMS, LIVE } from "./steps.js";

/** @typedef {import("../shared/views").SetupView} Setup */

export const STEPS = ["print", "camera", "lens", "robots", "finish"];
const LOOK_AGAIN_MS = 1500;
const MEASURING_MS = 600;
/** Longer than a press takes: its end may be told to nobody. */
const PRESS_MS = 1000;
/** How long after the end of a touch its click may come. */
const TAP_MS = 50;

/** @type {Setup} */
let setup;
let current = "";
/** How many deeds are asked for and not done: one is done after the other. */
let left = 0;
/** Settled when all of them are done. */
let last = Promise.resolve(true);
/** How many deeds that are waited for are under way; a button that is pressed meanwhile does nothing. */
let busy = 0;
/** How often a deed has told the set-up: what was asked for before is old. */
let answers = 0;
/** When a finger or a mouse went down on the step, ms; what it is on stays until it is up again. */
let pressed = -Infinity;
/** Whether this page has looked for robots. */
let searched = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {() => Promise<void>} */
let whenWritten = async () => {};

/** The camera's picture: one element, so that it does not flicker. */
const shot = make("img", { class: "shot" });

/**
 * The first step that is not done.
 * @param {Setup} known
 * @returns {string}
 */
export const firstOpen = (known) => known.steps.find((step) => !step.done)?.name ?? "finish";

/**
 * Shows where the set-up stands.
 * @param {() => Promise<void>} written Called when the table file is there.
 */
export async function openWizard(written) {
  whenWritten = written;
  const before = answers;
  const found = await ask("/api/setup.json");
  if (before === answers) setup = found;
  // Another language is no other step.
  current ||= firstOpen(setup);
  show();
  // The kit is printed in the language of whoever sets it up, unless another one is chosen.
  if (setup.language === null) await doing("choose", { language: language() });
  await enter();
}

/** @param {string} step */
async function go(step) {
  current = step;
  show();
  part("step-title", HTMLElement).focus();
  await enter();
}

/** What a step does by itself. Nothing moves. */
async function enter() {
  if (setup.camera === null && setup.cameras.length === 1) await chooseCamera(setup.cameras[0].address);
  if (current === "robots" && !searched) {
    searched = true;
    await doing("robots");
  }
}

/**
 * Has something done when all is done that was asked for before. Nothing that a person has chosen is lost.
 * @param {string} deed
 * @param {object} body
 * @returns {Promise<boolean>}
 */
function inTurn(deed, body) {
  left += 1;
  last = last.then(async () => {
    const answer = await post(`/api/setup/${deed}`, body);
    left -= 1;
    answers += 1;
    if (answer.ok) setup = answer.told.setup;
    else toast(answer.text, true);
    return answer.ok;
  });
  return last;
}

/**
 * Has something done that is waited for, and shows what came of it.
 * @param {string} deed
 * @param {object} body
 * @returns {Promise<boolean>}
 */
async function doing(deed, body = {}) {
  busy += 1;
  shown();
  const done = await inTurn(deed, body);
  busy -= 1;
  shown();
  return done;
}

/**
 * Keeps what a field says. The press that ends an entry may be one on a button, which obeys.
 * @param {object} changes
 */
async function choose(changes) {
  await inTurn("choose", changes);
  shown();
}

/** Looks again, unless a person has something done. */
async function look() {
  if (left > 0) return;
  const [was, before] = [current, answers];
  const answer = setup.lens.measuring ? { ok: true, text: nothing, told: { setup: await ask("/api/setup.json") } } : await post("/api/setup/look", {});
  // What a person changed meanwhile is newer.
  if (left > 0 || before !== answers) return;
  if (!answer.ok) {
    // It would fail again: a person changes something first.
    toast(answer.text, true);
    return;
  }
  setup = answer.told.setup;
  if (current === was) shown();
}

const finish = once(async () => {
  if (setup.written === null && !await doing("write")) return;
  const answer = await post("/api/tables", { file: setup.written });
  toast(answer.ok ? () => word("setup.starting") : answer.text, !answer.ok);
  await whenWritten();
});

/** What the steps may do. */
const tools = {
  go, doing, choose, button, chooseCamera, finish,
  /** @returns {HTMLElement[]} */
  picture: () => {
    if (setup.camera_open) return [shot];
    return setup.camera === null || setup.written !== null ? [] : [make("p", { class: "quiet" }, word("setup.camera.opening"))];
  },
};

/** Shows another step. */
function show() {
  const title = make("h2", { id: "step-title", tabindex: "-1" }, word(`setup.step.${current}`));
  part("step", HTMLElement).replaceChildren(title, make("p", { class: "lead" }, word(`setup.${current}.lead`)),
    make("div", { id: "step-form", class: "setup-part" }), make("div", { id: "step-live", class: "setup-part" }));
  shown();
}

/** Shows what has changed; what a person types or has chosen stays, and so does the focus. */
function shown() {
  clearTimeout(timer);
  if (performance.now() - pressed < PRESS_MS) {
    timer = setTimeout(shown, PRESS_MS);
    return;
  }
  const done = setup.steps.filter((step) => step.done).map((step) => step.name);
  keepFocus(() => {
    renew(part("steps", HTMLElement), [done, current, language()], () => STEPS.map((name, index) => {
      const made = make("button", { type: "button", class: done.includes(name) ? "done" : "" }, make("b", {}, done.includes(name) ? "✓" : String(index + 1)), " ", make("span", {}, word(`setup.step.${name}`)));
      if (name === current) made.setAttribute("aria-current", "step");
      made.addEventListener("click", () => go(name));
      return make("li", {}, made);
    }));
    const { players, board, language: told, boards, camera, cameras, card_mm, name } = setup;
    renew(part("step-form", HTMLElement), [players, board, told, boards, camera, cameras, card_mm, name, language()], () => FORMS[current](setup, tools));
    renew(part("step-live", HTMLElement), [setup, busy > 0, language()], () => [...problem(), ...LIVE[current](setup, tools)]);
  });
  part("step", HTMLElement).setAttribute("aria-busy", String(busy > 0));
  if (setup.camera_open) {
    shot.alt = word("setup.camera.picture");
    shot.src = `/api/setup/picture.jpg?language=${language()}&look=${Date.now()}`;
  }
  if (setup.camera !== null && setup.written === null && left === 0) timer = setTimeout(look, setup.lens.measuring ? MEASURING_MS : setup.camera_open ? LOOK_AGAIN_MS : 0);
}

addEventListener("pointerdown", () => (pressed = performance.now()));
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    if (pressed > -Infinity) setTimeout(released, TAP_MS);
  });
}

function released() {
  pressed = -Infinity;
  if (current !== "") shown();
}

const problem = () => (setup.problem === null ? [] : [make("p", { class: "wrong", role: "alert" }, pick(setup.problem))]);

/**
 * Changes a part of the page; the control that had the focus has it again.
 * @param {() => void} change
 */
function keepFocus(change) {
  const before = document.activeElement;
  const key = before instanceof HTMLElement ? keyOf(before) : "";
  change();
  if (key === "" || !(before instanceof HTMLElement) || before.isConnected) return;
  const again = [...part("step", HTMLElement).querySelectorAll("button, input, select, a")].find((one) => one instanceof HTMLElement && keyOf(one) === key);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {HTMLElement} element */
const keyOf = (element) => `${element.tagName} ${element.getAttribute("name") ?? element.textContent}`;

/**
 * @param {string} text
 * @param {() => unknown} act
 * @param {boolean} first Whether it is the usual next thing.
 */
function button(text, act, first = false) {
  // Not `disabled`: that would take the focus away.
  const made = make("button", { type: "button", class: first ? "primary" : "", "aria-disabled": busy > 0 ? "true" : null }, text);
  made.addEventListener("click", () => { if (busy === 0) act(); });
  return made;
}

/** @param {string} address */
async function chooseCamera(address) {
  if (address !== "") await doing("choose", { camera: address, lens: null });
}
