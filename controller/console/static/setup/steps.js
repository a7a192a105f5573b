// What each step of the set-up shows: a form that a person fills in, and below it what changes while the camera looks.

import { emblem, make } from "../shared/dom.js";
import { language, named, pick, word } from "../shared/words.js";

/** @typedef {import("../shared/views").SetupView} Setup */
/** @typedef {import("../shared/views").SetupFinding} Finding */
/**
 * What a step may do.
 * @typedef {object} Tools
 * @property {(step: string) => Promise<void>} go
 * @property {(deed: string, body?: object) => Promise<boolean>} doing Has something done that is waited for.
 * @property {(changes: object) => Promise<void>} choose Keeps what a field says.
 * @property {(text: string, act: () => unknown, first?: boolean) => HTMLButtonElement} button
 * @property {(address: string) => Promise<void>} chooseCamera
 * @property {() => Promise<void>} finish
 * @property {() => HTMLElement[]} picture
 */
/** @typedef {(setup: Setup, tools: Tools) => HTMLElement[]} Step */

const HANDS = "hands";

/** @type {Record<string, Step>} */
export const FORMS = {
  print: (setup, { choose }) => {
    const card = make("input", { name: "card", type: "number", min: "40", max: "170", step: "0.5", inputmode: "decimal", placeholder: "85.5", value: setup.card_mm });
    card.addEventListener("change", () => choose({ card_mm: card.value === "" ? null : Number(card.value) }));
    /**
     * @param {string} name
     * @param {string} value
     * @param {[string, string][]} choices Value and text.
     * @param {(value: string) => object} change
     */
    const choice = (name, value, choices, change) => {
      const select = make("select", { name }, ...choices.map(([key, text]) => make("option", { value: key }, text)));
      select.value = value;
      select.addEventListener("change", () => choose(change(select.value)));
      return make("label", { class: "field" }, word(`setup.${name}`), select);
    };
    return [
      make("div", { class: "fields" },
        choice("players", String(setup.players), [2, 3, 4].map((count) => [String(count), String(count)]), (value) => ({ players: Number(value) })),
        choice("board", setup.board, setup.boards.map((board) => [board, board.replace("x", " × ")]), (board) => ({ board })),
        choice("language", setup.language ?? language(), languages(), (chosen) => ({ language: chosen }))),
      make("div", { class: "acts" },
        make("a", { class: "button", href: "/api/setup/one-side.pdf", target: "_blank" }, word("setup.print.one-side")),
        make("a", { class: "button", href: "/api/setup/two-sides.pdf", target: "_blank" }, word("setup.print.two-sides"))),
      make("p", {}, word("setup.print.measure")),
      make("div", { class: "fields" }, make("label", { class: "field wide" }, word("setup.print.card"), card)),
    ];
  },
  camera: (setup, { button, chooseCamera }) => {
    const address = make("input", { name: "address", autocomplete: "off", value: own(setup) });
    /** @param {import("../shared/views").SetupCamera} one */
    const camera = (one) => {
      const input = make("input", { type: "radio", name: "camera", value: one.address });
      input.checked = one.address === setup.camera;
      input.addEventListener("change", () => chooseCamera(one.address));
      return make("label", { class: "choice" }, input, make("span", {}, one.name, make("small", {}, one.address)));
    };
    return [
      make("fieldset", { class: "choices" }, make("legend", {}, word("setup.camera.which")),
        ...(setup.cameras.length > 0 ? setup.cameras.map(camera) : [make("p", { class: "quiet" }, word("setup.camera.none"))])),
      make("details", {}, make("summary", {}, word("setup.camera.other")),
        make("div", { class: "fields" }, make("label", { class: "field" }, word("setup.camera.address"), address),
          button(word("setup.camera.take"), () => chooseCamera(address.value.trim())))),
    ];
  },
  lens: () => [],
  robots: () => [],
  finish: (setup, { choose }) => {
    const name = make("input", { name: "name", maxlength: "60", value: setup.name });
    name.addEventListener("change", () => choose({ name: name.value.trim() || "Golem Table" }));
    return [make("div", { class: "fields" }, make("label", { class: "field" }, word("setup.finish.name"), name))];
  },
};

/** @type {Record<string, Step>} */
export const LIVE = {
  print: (setup, { go, doing, button, picture }) => [
    listed(setup.print_findings), ...picture(),
    make("div", { class: "acts" }, button(word("setup.print.done"), async () => {
      // Who prints anew has not measured yet.
      const anew = setup.print_findings.some((one) => !one.good) ? { card_mm: null } : {};
      if (await doing("choose", { printed: true, ...anew })) await go("camera");
    }, true)),
  ],
  camera: (setup, { go, button, picture }) => {
    const good = done(setup, "camera");
    return [
      ...picture(), listed(setup.findings),
      ...(setup.camera_open && setup.card_mm === null ? [make("p", {}, word("setup.camera.card"))] : []),
      make("div", { class: "acts" }, button(word(good ? "setup.next" : "setup.anyway"), () => go("lens"), good)),
    ];
  },
  lens: (setup, { go, doing, button, picture }) => {
    const { lens } = setup;
    const wrong = lens.problem === null ? [] : [make("p", { class: "wrong", role: "alert" }, pick(lens.problem))];
    if (lens.measuring) {
      const say = lens.say === null ? [] : [make("p", { class: "lead", role: "status" }, pick(lens.say))];
      return [...picture(), ...say, make("progress", { value: lens.taken, max: Math.max(lens.wanted, lens.taken + 1), "aria-label": word("setup.lens.views") }),
        make("div", { class: "acts" }, button(word("setup.lens.stop"), () => doing("lens-stop")))];
    }
    const measured = lens.file !== null;
    const good = lens.good || measured;
    const told = measured ? word("setup.lens.measured", { file: lens.file ?? "" })
      : lens.sure_mm === null ? "" : word(lens.good ? "setup.lens.good" : "setup.lens.unsure", { mm: lens.sure_mm });
    return [
      ...picture(), ...wrong, ...(told === "" ? [] : [finding(good, told)]),
      make("div", { class: "acts" },
        button(word(good ? "setup.next" : "setup.anyway"), async () => {
          if (measured || await doing("choose", { lens_good_enough: true })) await go("robots");
        }, good),
        ...(setup.camera === null ? [] : [button(word(measured ? "setup.lens.again" : "setup.lens.measure"), () => doing("lens")),
          make("a", { class: "button", href: "/api/setup/lens-board.pdf", target: "_blank" }, word("setup.lens.board"))])),
    ];
  },
  robots: (setup, { go, doing, button, picture }) => {
    const all = setup.colours.every((colour) => colour in setup.assigned);
    const known = setup.robots.some((one) => one.golem !== null);
    return [
      ...picture(), listed(setup.tops),
      make("div", { class: "acts" }, button(word("setup.robots.find"), () => doing("robots"), setup.robots.length === 0),
        ...(setup.robots.length > 0 ? [button(word("setup.robots.pair"), () => doing("pair"), !all)] : []),
        ...(known ? [button(word("setup.robots.learn"), () => doing("learn"))] : [])),
      make("ul", { class: "card-list" }, ...setup.robots.map(robot)),
      make("ul", { class: "card-list" }, ...setup.colours.map((colour) => golem(setup, colour, { doing, button }))),
      make("div", { class: "acts" }, button(word(all ? "setup.next" : "setup.robots.all-hands"), async () => {
        const hands = Object.fromEntries(setup.colours.map((colour) => [colour, setup.assigned[colour] ?? HANDS]));
        if (all || await doing("choose", { robots: hands })) await go("finish");
      }, all)),
    ];
  },
  finish: (setup, { doing, button, picture, finish }) => [
    ...(setup.written === null ? picture() : []),
    make("ul", { class: "card-list" }, ...setup.colours.map((colour) => golem(setup, colour, { doing, button }))),
    ...(setup.written === null ? [] : [make("p", { class: "good", role: "status" }, word("setup.finish.written", { file: setup.written }))]),
    make("div", { class: "acts" }, button(word("setup.finish.start"), finish, true)),
  ],
};

/**
 * @param {Setup} setup
 * @param {string} step
 */
const done = (setup, step) => setup.steps.some((one) => one.name === step && one.done);

/** @param {Finding[]} found */
const listed = (found) => make("ul", { class: "findings" }, ...found.map((one) => findingItem(one.good, pick(one.text))));

/**
 * @param {boolean} good
 * @param {string} text
 */
const finding = (good, text) => make("ul", { class: "findings" }, findingItem(good, text));

/**
 * @param {boolean} good
 * @param {string} text
 */
function findingItem(good, text) {
  return make("li", { class: good ? "good" : "bad" }, make("span", { class: "mark-of", "aria-hidden": "true" }, good ? "✓" : "✗"),
    make("span", {}, make("span", { class: "sr-only" }, `${word(good ? "setup.good" : "setup.bad")} `), text));
}

/**
 * The languages that the page's own choice offers.
 * @returns {[string, string][]}
 */
function languages() {
  const select = document.querySelector("#language");
  return select instanceof HTMLSelectElement ? [...select.options].map((option) => [option.value, option.text]) : [[language(), language()]];
}

/** @param {Setup} setup */
const own = ({ camera, cameras }) => (camera !== null && !cameras.some((one) => one.address === camera) ? camera : "");

/** @param {import("../shared/views").SetupRobot} one */
function robot(one) {
  const told = one.problem !== null ? pick(one.problem) : one.golem === null ? word("setup.robots.found") : word("setup.robots.is", { golem: named(one.golem) });
  return make("li", { class: `entry ${one.problem === null ? "" : "bad"}` }, make("div", { class: "what" }, make("b", {}, one.name || one.address),
    make("span", {}, told), ...(one.learned === null ? [] : [make("span", {}, pick(one.learned))])));
}

/**
 * @param {Setup} setup
 * @param {string} colour
 * @param {Pick<Tools, "doing" | "button">} tools
 */
function golem(setup, colour, { doing, button }) {
  const address = setup.assigned[colour];
  const told = address === undefined ? word("setup.robots.nobody") : address === HANDS ? word("setup.robots.hands") : address;
  const acts = address === HANDS ? [] : [button(word("setup.robots.by-hand", { golem: named(colour) }), () =>
    doing("choose", { robots: { ...setup.assigned, [colour]: HANDS } }))];
  return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, emblem(colour), ` ${named(colour)}`), make("span", {}, told)),
    make("div", { class: "acts" }, ...acts));
}
