// A phone comes in: the code is behind the # of the address, or typed. It leaves the address at once.

import { post, why } from "../shared/api.js";
import { part, say } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { word } from "../shared/words.js";

const scanned = decodeURIComponent(location.hash.slice(1));
if (scanned !== "") history.replaceState(null, "", "/join");
let tried = scanned === "";
/** What was answered to the newest code. @type {import("../shared/api.js").Answer | null} */
let failed = null;

openPage("join.title", async () => {
  if (!tried) {
    tried = true;
    await enter(scanned);
  } else say(part("lead", HTMLElement), failed === null ? word("join.lead") : said(failed));
});

part("code-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  enter(part("code", HTMLInputElement).value);
});

/** @param {string} code */
async function enter(code) {
  const told = part("lead", HTMLElement);
  say(told, word("join.wait"));
  const answer = await post("/session", { code: code.trim() });
  if (answer.ok) location.replace(answer.told.address);
  else {
    failed = answer;
    say(told, said(answer));
  }
}

/** Why not, in the reader's language of now. */
const said = (/** @type {import("../shared/api.js").Answer} */ { told, text }) => why(told) || text;
