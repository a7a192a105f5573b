// What every page of the front door has: its head with the way back, the choice of language, and who looks at it.

import { ask } from "./api.js";
import { make, makeSvg, part, pictured, say } from "./dom.js";
import { firstLanguage, speak, word } from "./words.js";

const SHORT_MS = 6000;
/** At a front door; a table of its own has none, and no app to install. */
const VISITOR = "/api/visitor.json";

/** The head of a page: the project's mark leads home, beside it the language is chosen. */
class PageHead extends HTMLElement {
  connectedCallback() {
    const mark = makeSvg("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true" },
      makeSvg("rect", { x: 1, y: 1, width: 30, height: 30, rx: 6, class: "mark-ground" }),
      makeSvg("path", { class: "mark-red", d: "M9.5 5.5 14 13H5z" }),
      makeSvg("circle", { class: "mark-blue", cx: 22.5, cy: 9.5, r: 4 }),
      makeSvg("path", { class: "mark-yellow", d: "M5.8 18.8h7.4v7.4H5.8z" }),
      makeSvg("path", { class: "mark-green", d: "m22.5 17.5 4.5 5-4.5 5-4.5-5z" }));
    const home = make("a", { href: "/", class: "brand" }, mark, make("span", {}, "Golem Table"));
    this.select = make("select", { id: "language", "data-label": "language" });
    this.append(make("header", { class: "page-head" }, home, this.select));
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

customElements.define("page-head", PageHead);

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
  const shown = async () => {
    document.title = `${word(title)} – Golem Table`;
    await show(visitor);
    document.body.classList.add("ready");
  };
  const language = firstLanguage(visitor.language, visitor.languages);
  await speak(language);
  const head = document.querySelector("page-head");
  if (head instanceof PageHead) {
    head.offer(visitor.languages, language, async (chosen) => {
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

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Says something at the foot of the page for a moment.
 * @param {string} text
 * @param {boolean} bad
 */
export function toast(text, bad = false) {
  const element = part("toast", HTMLElement);
  clearTimeout(timer);
  element.classList.toggle("bad", bad);
  element.hidden = text === "";
  say(element, text);
  if (!bad) timer = setTimeout(() => (element.hidden = true), SHORT_MS);
}
