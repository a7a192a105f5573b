// A phone comes in: the code is behind the # of the address, or typed. It leaves the address at once.

import { post } from "../shared/api.js";
import { part } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { once } from "../shared/once.js";
import { tell, word } from "../shared/words.js";

const scanned = decodeURIComponent(location.hash.slice(1));
if (scanned !== "") history.replaceState(null, "", "/join");
let tried = scanned === "";
if (tried) tell(part("lead", HTMLElement), () => word("join.lead"));

const enter = once(async (/** @type {string} */ code) => {
  const told = part("lead", HTMLElement);
  tell(told, () => word("join.wait"));
  const answer = await post("/session", { code: code.trim() });
  if (answer.ok) location.replace(answer.told.address);
  else tell(told, answer.text);
  return answer.ok;
});

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
// Before, the browser would have sent the form itself.
part("code-go", HTMLButtonElement).disabled = false;
