// A scenario, a puzzle or a bot from a file that somebody chooses: read here, judged by the table, offered like those that are shipped.

import { make } from "../shared/dom.js";
import { nothing, toast } from "../shared/frame.js";
import { word } from "../shared/words.js";

/** Letters, as the server's MOST_FILE. */
const MOST_FILE = 1 << 18;
/** Letters of a file's name that are told. */
const MOST_NAME = 60;

/**
 * @typedef {"scenario" | "puzzle"} Kind
 * @typedef {(file: { kind: Kind, name: string, text: string }) => Promise<import("../shared/api.js").Answer>} ReadTask
 */

/**
 * A field for a file; `onText` hears of what one holds that is neither empty nor too large.
 * @param {string} key
 * @param {string} accept
 * @param {(name: string, text: string) => void} onText
 */
export function fileField(key, accept, onText) {
  const input = make("input", { type: "file", class: "unseen", accept, "data-key": `${key}-file`, name: `${key}-file` });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    toast(nothing);
    const text = await file.text();
    // The same file may be chosen again when it has been mended.
    input.value = "";
    if (text === "" || text.length > MOST_FILE) toast(() => word(text === "" ? "file.empty" : "file.large"), true);
    else onText(file.name, text);
  });
  // The browser's own field speaks the browser's language.
  return make("label", { class: "button file" }, word(`file.${key}`), input);
}

/**
 * A field for a file; `onTask` hears of one that can be played, with its text.
 * @param {Kind} kind
 * @param {ReadTask} readTask Asks the table what the file offers.
 * @param {(task: import("../shared/views").TaskChoice, text: string) => void} onTask
 */
export function taskFile(kind, readTask, onTask) {
  let chosen = 0;
  return fileField(kind, ".yaml,.yml", async (name, text) => {
    const mine = (chosen += 1);
    const answer = await readTask({ kind, name: name.slice(-MOST_NAME), text });
    // Another file was chosen meanwhile.
    if (mine !== chosen) return;
    if (answer.ok) onTask(answer.told, text);
    else toast(answer.text, true);
  });
}

/**
 * The tasks with one more, or with this one in its file's new state.
 * @param {import("../shared/views").TaskChoice[]} tasks
 * @param {import("../shared/views").TaskChoice} task
 */
export function withTask(tasks, task) {
  return [...tasks.filter((one) => one.key !== task.key), task];
}
