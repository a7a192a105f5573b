// What every page of the front door has: its head with the way back, the choice of language, and who looks at it.

import { ask } from "./api.js";
import { make, makeSvg, part, pictured, say, symbol } from "./dom.js";
import { firstLanguage, speak, tell, word } from "./words.js";

const SHORT_MS = 6000;
/** At a front door; a table of its own has none, and no app to install. */
const VISITOR = "/api/visitor.json";

/** The head of a page: the project's mark and the house lead home, beside them the language is chosen. */
class PageHead extends HTMLElement {
  connectedCallback() {
    const mark = makeSvg("svg", { class: "mark", "aria-hidden": "true" }, makeSvg("use", { href: "#mark" }));
    const brand = make("a", { href: "/", class: "brand" }, mark, make("span", {}, "Golem Table"));
    const home = location.pathname === "/" ? [] : [make("a", { href: "/", class: "home-link", "data-label": "home.back" }, symbol("house"))];
    this.select = make("select", { id: "language", "data-label": "language" });
    this.append(make("header", { class: "page-head" }, brand, ...home, this.select));
  }

  /**
   * Fills the choice of languages.
   * @param {Record<string, string>} languages
   * @param {string} chosen
   * @param {(language: string) => void} onChoice
   */
  offer(languages, chosen, onChoice) {
    const { select } = this;
    if (!select) return;
    select.append(...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code.replace("_", "-") }, name)));
    select.value = chosen;
    select.addEventListener("change", () => onChoice(select.value));
  }
}

/**
 * What a page is called, and one sentence about it; `data-title` and `data-lead` are the keys of their words, and what
 * has none is filled in by the page (`#title`, `#lead`). `data-back` leads to where one came from, `data-to` says where that is;
 * with `data-status` the sentence is news.
 */
class PageTitle extends HTMLElement {
  connectedCallback() {
    const { title, lead, back, to, status } = this.dataset;
    const way = back === undefined ? [] : [make("a", { id: "back", href: back, class: "back" }, symbol("sign-back"), make("span", { "data-word": to }))];
    this.append(...way, make("h1", { id: "title", "data-word": title }), make("p", { id: "lead", class: "lead", "data-word": lead, role: status === undefined ? null : "status" }));
  }
}

customElements.define("page-head", PageHead);
customElements.define("page-title", PageTitle);

/**
 * Opens a page: asks who looks at it, speaks the reader's language, and calls `show` now and after each change of language.
 * @template {{ language: string, languages: Record<string, string> }} [Known=import("./views").Visitor]
 * @param {string} title The key of the page's name.
 * @param {(visitor: Known) => void | Promise<void>} show
 * @param {string} address Where the page learns its languages.
 */
export async function openPage(title, show, address = VISITOR) {
  /** @type {Known} */
  const visitor = await ask(address);
  /** Drawn one after the other: in another language only when the page has all that it begins with. */
  let drawn = Promise.resolve();
  let drawings = 0;
  const shown = () => {
    const mine = ++drawings;
    document.body.classList.remove("ready");
    drawn = drawn.catch(() => {}).then(async () => {
      document.title = `${word(title)} – Golem Table`;
      await show(visitor);
      if (mine === drawings) document.body.classList.add("ready");
    });
    return drawn;
  };
  const language = firstLanguage(visitor.language, visitor.languages);
  await speak(language);
  const head = document.querySelector("page-head");
  if (head instanceof PageHead) {
    head.offer(visitor.languages, language, async (chosen) => {
      document.body.classList.remove("ready");
      await speak(chosen, true);
      await shown();
    });
  }
  await shown();
  if ("serviceWorker" in navigator && address === VISITOR) navigator.serviceWorker.register("/sw.js").catch((error) => console.warn(String(error)));
}

/**
 * What a list says while there is nothing in it: a golem that waits, why, and where to begin.
 * @param {string} text
 * @param {boolean} [playing] Whether the reader may begin a game.
 * @param {"play" | "puzzles"} [door] Where it begins.
 */
export function nothingYet(text, playing = true, door = "play") {
  const begin = playing ? [make("a", { href: `/${door}`, class: "button primary" }, word(`door.${door}`))] : [];
  return make("li", { class: "nothing" }, pictured(make("span", { "aria-hidden": "true" }), "golem/blue"), make("p", {}, text), ...begin);
}

/**
 * Says that a page is the facilitator's, and leads to what everybody may see. Nothing else is on the page then; drawn anew, it is
 * told anew.
 */
export function onlyForFacilitator() {
  document.body.classList.add("not-yours");
  say(part("lead", HTMLElement), "");
  document.getElementById("not-yours")?.remove();
  const ways = ["join", "watch"].map((door) => make("a", { href: `/${door}`, class: "button" }, word(`door.${door}`)));
  const golem = pictured(make("span", { "aria-hidden": "true" }), "golem/blue");
  document.querySelector("main")?.append(make("div", { id: "not-yours", class: "nothing" }, golem, make("p", { role: "status" }, word("error.facilitator-needed")), ...ways));
}

/** Games that have rules of their own have a picture; a puzzle is one for a golem. */
const PICTURES = new Map([["golem_puzzles", "token/barrel"], ["", "golem/blue"]]);

/**
 * The picture by which a game is found in a list.
 * @param {string} game Its name; empty: it is not known.
 */
export const gamePicture = (game) => pictured(make("i", { class: "game-picture", "aria-hidden": "true" }), PICTURES.get(game) ?? `rules/${game}/title/1`);

/** Nothing to be said. */
export const nothing = () => "";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Says something at the foot of the page for a moment.
 * @param {() => string} sentence
 * @param {boolean} bad
 */
export function toast(sentence, bad = false) {
  const element = part("toast", HTMLElement);
  clearTimeout(timer);
  element.classList.toggle("bad", bad);
  element.hidden = sentence() === "";
  tell(element, sentence);
  if (!bad) timer = setTimeout(() => (element.hidden = true), SHORT_MS);
}
