// The steps from a printed kit to a table file: each says what is missing and what to do, and can be left and gone on with.

import { ask, post } from "../shared/api.js";
import { make, part, renew } from "../shared/dom.js";
import { toast } from "../shared/frame.js";
import { language, pick, word } from "../shared/words.js";
import { FORMS, LIVE } from "./steps.js";

/** @typedef {import("../shared/views").SetupView} Setup */

export const STEPS = ["print", "camera", "lens", "robots", "finish"];
const LOOK_AGAIN_MS = 1500;
const MEASURING_MS = 600;

/** @type {Setup} */
let setup;
let current = "";
/** A person's wish is under way; a button that is pressed meanwhile does nothing. */
let busy = false;
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
  setup = await ask("/api/setup.json");
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
 * Has something done and shows what came of it.
 * @param {string} deed
 * @param {object} body
 * @returns {Promise<boolean>}
 */
async function doing(deed, body = {}) {
  if (busy) return false;
  busy = true;
  clearTimeout(timer);
  shown();
  const answer = await post(`/api/setup/${deed}`, body);
  busy = false;
  if (answer.ok) setup = answer.told.setup;
  else toast(answer.text, true);
  shown();
  return answer.ok;
}

/** Looks again, unless a person has something done. */
async function look() {
  if (busy) return;
  const was = current;
  if (setup.lens.measuring) {
    const told = await ask("/api/setup.json");
    if (!busy) setup = told;
  } else {
    const answer = await post("/api/setup/look", {});
    // What a person changed meanwhile is newer.
    if (!busy && answer.ok && answer.told.setup.camera === setup.camera) setup = answer.told.setup;
    else if (!busy && !answer.ok) {
      // It would fail again: a person changes something first.
      toast(answer.text, true);
      return;
    }
  }
  if (!busy && current === was) shown();
}

/** What the steps may do. */
const tools = {
  go, doing, button, chooseCamera, finish,
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
    renew(part("step-live", HTMLElement), [setup, busy, language()], () => [...problem(), ...LIVE[current](setup, tools)]);
  });
  part("step", HTMLElement).setAttribute("aria-busy", String(busy));
  if (setup.camera_open) {
    shot.alt = word("setup.camera.picture");
    shot.src = `/api/setup/picture.jpg?language=${language()}&look=${Date.now()}`;
  }
  if (setup.camera !== null && setup.written === null && !busy) timer = setTimeout(look, setup.lens.measuring ? MEASURING_MS : setup.camera_open ? LOOK_AGAIN_MS : 0);
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
  const made = make("button", { type: "button", class: first ? "primary" : "", "aria-disabled": busy ? "true" : null }, text);
  made.addEventListener("click", () => { if (!busy) act(); });
  return made;
}

/** @param {string} address */
async function chooseCamera(address) {
  if (address !== "") await doing("choose", { camera: address, lens: null });
}

async function finish() {
  if (setup.written === null && !await doing("write")) return;
  const answer = await post("/api/tables", { file: setup.written });
  toast(answer.ok ? () => word("setup.starting") : answer.text, !answer.ok);
  await whenWritten();
}
