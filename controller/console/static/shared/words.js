// The page's words in the reader's language, and the choice of that language.

/** @type {Record<string, string>} */
let languages = { en: "English" };
/** @type {Record<string, string | { counted: string, forms: string[] }>} */
let table = {};
/** @type {number[]} */
let forms = [];
let current = "en";
let wanted = current;

/** @param {string | null} language */
const known = (language) => Object.hasOwn(languages, language ?? "");

/** Which language to begin with, among those that there are (code -> its own name): ?lang=, what was chosen before, the
 * browser's, the table's own.
 * @param {string} tableLanguage
 * @param {Record<string, string>} found
 */
export function firstLanguage(tableLanguage, found) {
  languages = found;
  const asked = new URLSearchParams(location.search).get("lang");
  const before = localStorage.getItem("golem-language");
  const spoken = navigator.languages.flatMap((tag) => [tag.replace("-", "_"), tag.split("-")[0].toLowerCase()]);
  return [asked, before, ...spoken, tableLanguage].find((language) => known(language)) ?? "en";
}

/** Whether somebody has chosen a language for this browser. */
export const hasOwnLanguage = () => new URLSearchParams(location.search).has("lang") || localStorage.getItem("golem-language") !== null;

/**
 * Loads a language and remembers it. Asked for two, one after the other, the page speaks the later one.
 * @param {string} language
 */
export async function speak(language, remember = false) {
  wanted = language;
  const answer = await fetch(`/static/words/${language}.json`);
  if (!answer.ok) throw new Error(`no words in ${language}: ${answer.status}`);
  const words = await answer.json();
  if (wanted !== language) return;
  table = words.texts;
  forms = words.forms;
  current = language;
  if (remember) localStorage.setItem("golem-language", language);
  document.documentElement.lang = language.replace("_", "-");
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.getAttribute("data-word") ?? "");
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.getAttribute("data-label") ?? ""));
  }
  for (const element of document.querySelectorAll("[data-told]")) element.textContent = sentences.get(element)?.() ?? "";
}

/** What is said in an element, in the language of the moment.
 * @type {WeakMap<Element, () => string>} */
const sentences = new WeakMap();

/**
 * Says something in an element, now and after each change of language. Its text changes only if it differs, so that screen readers
 * hear news alone.
 * @param {Element} element
 * @param {() => string} sentence
 */
export function tell(element, sentence) {
  sentences.set(element, sentence);
  element.setAttribute("data-told", "");
  const text = sentence();
  if (element.textContent !== text) element.textContent = text;
}

export const language = () => current;

/** @param {string} key */
export const hasWord = (key) => Object.hasOwn(table, key);

/**
 * Which plural form goes with a number: the catalogue's rule for 0 to 199, which repeats with every hundred.
 * @param {number} number
 */
const form = (number) => forms[number < 200 ? number : 100 + (number % 100)] ?? 0;

/**
 * What belongs together stays on one line: French puts a space before some signs, and within quotation marks.
 * @param {string} text
 */
const typeset = (text) => (current === "fr" ? text.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0") : text);

/**
 * The words for a key, with {name} filled in, in the form that goes with the number among the values.
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function word(key, values = {}) {
  const found = table[key] ?? key;
  const text = typeof found === "string" ? found : found.forms[form(Number(values[found.counted]))];
  return typeset(text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")));
}

/**
 * A sentence of the table in the reader's language.
 * @param {import("./views").Words} words
 */
export const pick = (words) => typeset(words[current] ?? words.en ?? Object.values(words)[0] ?? "");

/**
 * A golem's or side's name.
 * @param {string} name
 */
export const named = (name) => (hasWord(`golem.${name}`) ? word(`golem.${name}`) : name);

/**
 * A list in words: "Red and Blue".
 * @param {string[]} items
 */
export const listed = (items) => new Intl.ListFormat(current.replace("_", "-"), { type: "conjunction" }).format(items);
