// A sheet over the console: a title and what can be chosen there. One at a time; it shows the newest view while it is open.

import { inside, make } from "../shared/dom.js";
import { word } from "../shared/words.js";

/**
 * What a sheet shows of the newest view: its title, and its parts.
 * @typedef {(view: import("../shared/views").View) => { title: string, parts: (Node | string)[] }} Content
 */

export class Sheet {
  constructor(/** @type {HTMLDialogElement} */ dialog) {
    this.dialog = dialog;
    this.title = inside(dialog, "h2", HTMLElement);
    this.content = inside(dialog, "[data-content]", HTMLElement);
    /** @type {Content | null} */
    this.build = null;
    /** @type {(() => void) | null} */
    this.onClose = null;
    this.shown = "";
    dialog.addEventListener("close", () => {
      const closed = this.onClose;
      this.build = this.onClose = null;
      closed?.();
    });
  }

  /** Opens it. `onClose` is called when it is closed, however that happens. */
  open(/** @type {import("../shared/views").View} */ view, /** @type {Content} */ build, /** @type {(() => void) | null} */ onClose = null) {
    this.build = build;
    this.onClose = onClose;
    this.shown = "";
    this.update(view);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Shows a view, if something of it is another: who presses a button must not have it taken away under the finger. */
  update(/** @type {import("../shared/views").View} */ view) {
    if (this.build === null) return;
    const { title, parts } = this.build(view);
    const box = make("div", {}, ...parts);
    const shown = title + box.innerHTML;
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = this.content.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") : null;
    this.title.textContent = title;
    this.content.replaceChildren(...box.childNodes);
    if (focused) /** @type {HTMLElement | null} */ (this.content.querySelector(`[data-choice="${CSS.escape(focused)}"]`))?.focus();
  }

  close() {
    this.dialog.close();
  }
}

/**
 * A large button with what it does below its name. `name` says which one it is, for scripts and tests.
 * @param {{ name: string, title: string, hint?: string, chosen?: boolean, possible?: boolean }} what
 * @param {() => void} onChoose
 */
export function choice({ name, title, hint = "", chosen = false, possible = true }, onChoose) {
  const button = make("button", { type: "button", class: "choice", "data-choice": name, "aria-pressed": chosen ? "true" : null }, make("b", {}, title));
  if (hint !== "") button.append(make("span", {}, hint));
  button.disabled = !possible;
  button.addEventListener("click", onChoose);
  return button;
}

/** A line that says why something cannot be chosen now; nothing for an empty one. */
export const remark = (/** @type {string} */ key) => (key === "" ? [] : [make("p", { class: "remark" }, word(key))]);
