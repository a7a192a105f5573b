// What the app shows while the computer that runs the games does not answer; it goes on by itself.

import { speak } from "../shared/words.js";

const AGAIN_MS = 3000;

/** The reader's language, as far as its words were kept. */
async function begin() {
  const spoken = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
  for (const language of [localStorage.getItem("golem-language"), ...spoken, "en"]) {
    if (language !== null && (await speak(language).then(() => true, () => false))) return;
  }
}

/** Loads the page that was wanted, if it can be had now. */
async function look() {
  const answer = await fetch("/api/visitor.json").catch(() => null);
  if (answer?.ok) location.reload();
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
setInterval(look, AGAIN_MS);
begin();
