// The page's words in the reader's language, and the choice of that language.

export const LANGUAGES = { en: "English", ru: "Русский", pl: "Polski", fr: "Français" };

let table = {};
let current = "en";
let wanted = current;

const known = (language) => Object.hasOwn(LANGUAGES, language ?? "");

/** Which language to begin with: ?lang=, what was chosen before, the browser's, the table's own. */
export function firstLanguage(tableLanguage) {
  const asked = new URLSearchParams(location.search).get("lang");
  const before = localStorage.getItem("golem-language");
  const spoken = navigator.languages.map((language) => language.slice(0, 2).toLowerCase());
  return [asked, before, ...spoken, tableLanguage].find(known) ?? "en";
}

/** Loads a language and remembers it. Asked for two, one after the other, the page speaks the later one. */
export async function speak(language, remember = false) {
  wanted = language;
  const answer = await fetch(`/static/words/${language}.json`);
  if (!answer.ok) throw new Error(`no words in ${language}: ${answer.status}`);
  const words = await answer.json();
  if (wanted !== language) return;
  table = words;
  current = language;
  if (remember) localStorage.setItem("golem-language", language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
  }
}

export const language = () => current;

export const hasWord = (key) => Object.hasOwn(table, key);

/** The words for a key, with {name} filled in. */
export function word(key, values = {}) {
  return (table[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A sentence of the table in the reader's language. */
export const pick = (words) => words[current] ?? words.en ?? Object.values(words)[0] ?? "";

/** A golem's or side's name. */
export const named = (name) => (hasWord(`golem.${name}`) ? word(`golem.${name}`) : name);

/** A list in words: "Red and Blue". */
export const listed = (items) => new Intl.ListFormat(current, { type: "conjunction" }).format(items);
