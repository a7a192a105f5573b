// The steps from a printed kit to a table file: each says what is missing and what to do, and can be left and gone on with.

import { ask, post } from "../shared/api.js";
import { emblem, make, part } from "../shared/dom.js";
import { toast } from "../shared/frame.js";
import { language, named, pick, word } from "../shared/words.js";

/** @typedef {import("../shared/views").SetupView} Setup */
/** @typedef {import("../shared/views").SetupFinding} Finding */

export const STEPS = ["print", "camera", "robots", "finish"];
const LOOK_AGAIN_MS = 1500;

/** @type {Setup} */
let setup;
let current = "print";
/** What is under way; a button that was pressed waits for it. */
let busy = false;
/** Counts the looks, so that a browser fetches each picture. */
let looks = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {() => Promise<void>} */
let whenWritten = async () => {};

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
  current = firstOpen(setup);
  show();
}

/** @param {string} step */
function go(step) {
  current = step;
  show();
  part("step-title", HTMLElement).focus();
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
  part("step", HTMLElement).setAttribute("aria-busy", "true");
  const answer = await post(`/api/setup/${deed}`, body);
  busy = false;
  if (answer.ok) setup = answer.told.setup;
  else toast(answer.text, true);
  show();
  return answer.ok;
}

function show() {
  clearTimeout(timer);
  part("steps", HTMLElement).replaceChildren(...STEPS.map((name, index) => {
    const done = setup.steps.some((step) => step.name === name && step.done);
    const button = make("button", { type: "button", class: done ? "done" : "" }, `${done ? "✓" : index + 1} ${word(`setup.step.${name}`)}`);
    if (name === current) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(name));
    return make("li", {}, button);
  }));
  const step = part("step", HTMLElement);
  step.setAttribute("aria-busy", String(busy));
  const title = make("h2", { id: "step-title", tabindex: "-1" }, word(`setup.step.${current}`));
  const wrong = setup.problem === null ? [] : [make("p", { class: "wrong", role: "alert" }, pick(setup.problem))];
  step.replaceChildren(title, make("p", { class: "lead" }, word(`setup.${current}.lead`)), ...wrong, ...BUILD[current]());
}

/**
 * @param {string} text
 * @param {() => unknown} act
 * @param {boolean} first Whether it is the usual next thing.
 */
function button(text, act, first = false) {
  const made = make("button", { type: "button", class: first ? "primary" : "" }, text);
  made.disabled = busy;
  made.addEventListener("click", act);
  return made;
}

/** @param {Finding[]} found */
const listed = (found) => make("ul", { class: "findings" }, ...found.map((one) =>
  make("li", { class: one.good ? "good" : "bad" }, make("span", { class: "mark-of", "aria-hidden": "true" }, one.good ? "✓" : "✗"),
    make("span", { class: "sr-only" }, `${word(one.good ? "setup.good" : "setup.bad")} `), pick(one.text))));

/**
 * @param {string} name
 * @param {string} value
 * @param {[string, string][]} choices Value and text.
 * @param {(value: string) => object} change
 */
function choice(name, value, choices, change) {
  const select = make("select", { name }, ...choices.map(([key, text]) => make("option", { value: key }, text)));
  select.value = value;
  select.addEventListener("change", () => doing("choose", change(select.value)));
  return make("label", { class: "field" }, word(`setup.${name}`), select);
}

/** @type {Record<string, () => HTMLElement[]>} */
const BUILD = {
  print: () => [
    make("div", { class: "fields" },
      choice("players", String(setup.players), [2, 3, 4].map((count) => [String(count), String(count)]), (value) => ({ players: Number(value) })),
      choice("board", setup.board, setup.boards.map((board) => [board, board.replace("x", " × ")]), (board) => ({ board })),
      choice("language", setup.language, languages(), (chosen) => ({ language: chosen }))),
    make("div", { class: "acts" },
      make("a", { class: "button", href: "/api/setup/one-side.pdf", target: "_blank" }, word("setup.print.one-side")),
      make("a", { class: "button", href: "/api/setup/two-sides.pdf", target: "_blank" }, word("setup.print.two-sides"))),
    make("p", {}, word("setup.print.measure")),
    make("div", { class: "acts" }, button(word("setup.print.done"), async () => {
      if (await doing("choose", { printed: true })) go("camera");
    }, true)),
  ],
  camera: () => {
    if (setup.camera === null && setup.cameras.length === 1) chooseCamera(setup.cameras[0].address);
    const address = make("input", { name: "address", autocomplete: "off", value: own(setup.camera) });
    if (setup.camera !== null && !busy) timer = setTimeout(look, setup.camera_open ? LOOK_AGAIN_MS : 0);
    const good = setup.steps.some((step) => step.name === "camera" && step.done);
    return [
      make("fieldset", { class: "choices" }, make("legend", {}, word("setup.camera.which")),
        ...(setup.cameras.length > 0 ? setup.cameras.map(camera) : [make("p", { class: "quiet" }, word("setup.camera.none"))])),
      make("div", { class: "fields" }, make("label", { class: "field" }, word("setup.camera.address"), address),
        button(word("setup.camera.take"), () => chooseCamera(address.value.trim()))),
      ...picture(), listed(setup.findings),
      make("div", { class: "acts" }, button(word(good ? "setup.next" : "setup.anyway"), () => go("robots"), good)),
    ];
  },
  robots: () => {
    const all = setup.colours.every((colour) => colour in setup.assigned);
    return [
      ...picture(), listed(setup.tops),
      make("div", { class: "acts" }, button(word("setup.robots.find"), () => doing("robots"), setup.robots.length === 0),
        button(word("setup.robots.pair"), () => doing("pair"), setup.robots.length > 0 && !all)),
      make("ul", { class: "card-list" }, ...setup.robots.map(robot)),
      make("ul", { class: "card-list" }, ...setup.colours.map(golem)),
      make("div", { class: "acts" }, button(word(all ? "setup.next" : "setup.robots.all-hands"), async () => {
        const hands = Object.fromEntries(setup.colours.map((colour) => [colour, setup.assigned[colour] ?? "hands"]));
        if (all || await doing("choose", { robots: hands })) go("finish");
      }, all)),
    ];
  },
  finish: () => {
    const name = make("input", { name: "name", maxlength: "60", value: setup.name });
    name.addEventListener("change", () => doing("choose", { name: name.value.trim() || "Golem Table" }));
    const written = setup.written === null ? [] : [make("p", { class: "good", role: "status" }, word("setup.finish.written", { file: setup.written }))];
    return [
      make("div", { class: "fields" }, make("label", { class: "field" }, word("setup.finish.name"), name)),
      make("ul", { class: "card-list" }, ...setup.colours.map(golem)), ...written,
      make("div", { class: "acts" }, button(word("setup.finish.start"), finish, true)),
    ];
  },
};

async function finish() {
  if (setup.written === null && !await doing("write")) return;
  const answer = await post("/api/tables", { file: setup.written });
  toast(answer.ok ? word("setup.starting") : answer.text, !answer.ok);
  await whenWritten();
}

/** @returns {[string, string][]} */
function languages() {
  const select = document.querySelector("#language");
  return select instanceof HTMLSelectElement ? [...select.options].map((option) => [option.value, option.text]) : [[setup.language, setup.language]];
}

/** @param {string | null} chosen */
const own = (chosen) => (chosen !== null && !setup.cameras.some((one) => one.address === chosen) ? chosen : "");

/** @param {string} address */
async function chooseCamera(address) {
  if (address !== "" && await doing("choose", { camera: address })) await look();
}

async function look() {
  if (current !== "camera" && current !== "robots") return;
  looks += 1;
  await doing("look");
}

/** @param {import("../shared/views").SetupCamera} one */
function camera(one) {
  const input = make("input", { type: "radio", name: "camera", value: one.address });
  input.checked = one.address === setup.camera;
  input.addEventListener("change", () => chooseCamera(one.address));
  return make("label", { class: "choice" }, input, make("span", {}, one.name, make("small", {}, one.address)));
}

function picture() {
  if (!setup.camera_open) return setup.camera === null ? [] : [make("p", { class: "quiet" }, word("setup.camera.opening"))];
  const address = `/api/setup/picture.jpg?language=${language()}&look=${looks}`;
  return [make("img", { class: "shot", src: address, alt: word("setup.camera.picture") })];
}

/** @param {import("../shared/views").SetupRobot} one */
function robot(one) {
  const told = one.problem !== null ? pick(one.problem) : one.golem === null ? word("setup.robots.found") : word("setup.robots.is", { golem: named(one.golem) });
  return make("li", { class: `entry ${one.problem === null ? "" : "bad"}` },
    make("div", { class: "what" }, make("b", {}, one.name || one.address), make("span", {}, told)));
}

/** @param {string} colour */
function golem(colour) {
  const address = setup.assigned[colour];
  const told = address === undefined ? word("setup.robots.nobody") : address === "hands" ? word("setup.robots.hands") : address;
  const acts = address === "hands" ? [] : [button(word("setup.robots.by-hand", { golem: named(colour) }), () =>
    doing("choose", { robots: { ...setup.assigned, [colour]: "hands" } }))];
  return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, emblem(colour), ` ${named(colour)}`), make("span", {}, told)),
    make("div", { class: "acts" }, ...acts));
}
