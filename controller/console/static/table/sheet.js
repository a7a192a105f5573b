// A sheet over the console: a title and what can be chosen there. One at a time; it shows the newest view while it is open.

import { inside, make, renew, say } from "../shared/dom.js";
import { language } from "../shared/words.js";

/**
 * What a sheet shows of the newest view: its title, and its parts, which are built anew when the value is another.
 * @typedef {(view: import("../shared/views").View) => { title: string, value: unknown, parts: () => (Node | string)[] }} Content
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
    // It may be open again by then, with something else.
    dialog.addEventListener("close", () => {
      if (!dialog.open) this.end();
    });
  }

  /** What was shown is shown no more. */
  end() {
    const closed = this.onClose;
    this.build = this.onClose = null;
    closed?.();
  }

  /** Opens it. `onClose` is called when it is closed, however that happens. */
  open(/** @type {import("../shared/views").View} */ view, /** @type {Content} */ build, /** @type {(() => void) | null} */ onClose = null) {
    this.end();
    this.build = build;
    this.onClose = onClose;
    delete this.content.dataset.print;
    this.update(view);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Shows a view, if something of it is another: nobody's button is taken away under the finger. */
  update(/** @type {import("../shared/views").View} */ view) {
    if (this.build === null) return;
    const { title, value, parts } = this.build(view);
    const focused = this.content.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") : null;
    say(this.title, title);
    if (renew(this.content, [language(), value], parts) && focused) {
      /** @type {HTMLElement | null} */ (this.content.querySelector(`[data-choice="${CSS.escape(focused)}"]`))?.focus();
    }
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

/** A line that says why something cannot be chosen now, or what will happen. */
export const remark = (/** @type {string} */ text) => make("p", { class: "remark" }, text);
