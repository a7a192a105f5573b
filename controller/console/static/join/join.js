// A phone comes in: the code is behind the # of the address, or typed. It leaves the address at once.

import { post } from "../shared/api.js";
import { part } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { tell, word } from "../shared/words.js";

const scanned = decodeURIComponent(location.hash.slice(1));
if (scanned !== "") history.replaceState(null, "", "/join");
let tried = scanned === "";
if (tried) tell(part("lead", HTMLElement), () => word("join.lead"));
openPage("join.title", async () => {
  if (!tried) {
    tried = true;
    await enter(scanned);
  }
});

part("code-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  enter(part("code", HTMLInputElement).value);
});

/** @param {string} code */
async function enter(code) {
  const told = part("lead", HTMLElement);
  tell(told, () => word("join.wait"));
  const answer = await post("/session", { code: code.trim() });
  if (answer.ok) location.replace(answer.told.address);
  else tell(told, answer.text);
}
