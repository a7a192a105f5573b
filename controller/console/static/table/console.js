// The facilitator's console: buttons, keys of the keyboard, the camera's picture.

import { command, keyOpens } from "../shared/commands.js";
import { make, renew, say } from "../shared/dom.js";
import { language, pick, word } from "../shared/words.js";

const ALWAYS = ["pause"];
/** Commands that mean nothing where there are no robots. */
const OF_ROBOTS = ["stop", "pair"];
/** @type {Record<string, string>} */
const SHORTCUT = { pause: "key.space", resume: "key.space" };
const PREVIEW_MS = 1000;
/** The rulebook's example. */
const USUAL_UNITS = 5;
/** How long the view of a game that has just been paused may be on its way. */
const VIEW_MS = 2000;

/** Where the picture of a camera is (of all, without a name), with what was read drawn over it or without. */
const pictureOf = (/** @type {string} */ camera, /** @type {boolean} */ read) => {
  const query = new URLSearchParams({ ...(camera === "" ? {} : { camera }), ...(read ? {} : { raw: "1" }) }).toString();
  return query === "" ? "preview.jpg" : `preview.jpg?${query}`;
};

export class Controls {
  constructor(/** @type {Record<string, any>} */ parts, /** @type {(answer: { ok: boolean, text: string }) => void} */ say) {
    this.parts = parts;
    this.say = say;
    /** @type {import("../shared/views").View} */
    this.view = /** @type {any} */ (null);
    /** The names of the buttons, group by group.
     * @type {string[][]} */
    this.groups = [];
    this.robotless = false;
    /** Whether another game can be begun here. */
    this.nextGame = false;
    /** @type {(() => void) | null} */
    this.awaited = null;
    document.addEventListener("keydown", (event) => this.onKey(event));
    /** Which question for a picture is the newest. */
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    for (const chosen of [parts.look.camera, parts.look.read]) {
      chosen.addEventListener("change", () => {
        clearTimeout(this.later);
        this.watch();
      });
    }
    parts.enlarge.addEventListener("click", () => {
      parts.enlarge.setAttribute("aria-pressed", String(parts.enlarge.classList.toggle("large")));
    });
  }

  /** Shows the console once the key fits; asks for it until then. `groups` are the names of the table's buttons. */
  async open(/** @type {string[][]} */ groups, /** @type {import("./facilitator.js").Facilitator} */ facilitator) {
    this.groups = groups;
    this.facilitator = facilitator;
    const { dialog, input, wrong } = this.parts.key;
    let first = true;
    let typed = "";
    for (let tried = await keyOpens(typed); !tried.ok; tried = await keyOpens(typed)) {
      wrong.hidden = first;
      say(wrong, tried.text);
      first = false;
      input.value = "";
      dialog.showModal();
      await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
      typed = input.value;
    }
    this.parts.controls.hidden = false;
    this.parts.eye.hidden = false;
    this.opened = true;
    if (this.view !== null) this.update(this.view);
    this.watch();
  }

  /** Offers the pictures of all cameras together, and of each, where there are several. */
  offerCameras(/** @type {import("../shared/views").CameraView[]} */ cameras) {
    const { camera } = this.parts.look;
    const names = cameras.map(({ name }) => name);
    camera.parentElement.hidden = names.length < 2;
    const before = camera.value;
    const offered = renew(camera, [language(), names], () => [make("option", { value: "" }, word("camera.all")), ...names.map((name) => make("option", { value: name }, name))]);
    if (offered) camera.value = names.includes(before) ? before : "";
  }

  /** `robotless`: no device is at hand, and none can be. */
  update(/** @type {import("../shared/views").View} */ view, robotless = view.screen) {
    this.view = view;
    this.robotless = robotless;
    this.awaited?.();
    if (!this.opened) return;
    this.offerCameras(view.cameras);
    // Boards without a mat are often played on without a camera.
    this.parts.eye.hidden = robotless || (view.play.mat === "" && !this.sees);
    renew(this.parts.controls, [language(), view.may], () => [
      ...this.groups.map((group) => make("div", { class: "group" }, ...this.buttons(group, view.may))).filter((group) => group.children.length > 0),
      ...(this.nextGame ? [make("div", { class: "group" }, this.toNextGame())] : []),
    ]);
  }

  buttons(/** @type {string[]} */ group, /** @type {string[]} */ may) {
    const useful = group.filter((name) => !(this.robotless && OF_ROBOTS.includes(name)));
    const shown = useful.filter((name) => may.includes(name) || (ALWAYS.includes(name) && !may.includes("resume")));
    return shown.map((name) => {
      const button = make("button", { type: "button", "data-command": name, class: name === may[0] ? "primary" : "plain" }, word(`command.${name}`));
      if (SHORTCUT[name]) button.append(make("kbd", {}, word(SHORTCUT[name])));
      button.disabled = !may.includes(name);
      button.addEventListener("click", () => this.give(name));
      if (name === "anew" && this.view.begins.length > 0) return this.withFirst(button);
      return name === "recharge" ? this.withUnits(button) : button;
    });
  }

  /** The button that leads to the choice of the next game. */
  toNextGame() {
    const button = make("button", { type: "button", class: "plain", "data-next": "" }, word("next.button"));
    button.addEventListener("click", () => location.assign("next"));
    return button;
  }

  /** The button that recharges the golems, with a choice of how many units of energy they get. */
  withUnits(/** @type {HTMLButtonElement} */ button) {
    const options = this.view.recharge.map((units) => make("option", { value: units }, String(units)));
    this.units = make("select", { "aria-label": word("recharge.units"), "data-units": "" }, ...options);
    this.units.value = String(USUAL_UNITS);
    return make("span", { class: "recharge" }, button, this.units);
  }

  /** The button that begins anew, with a choice of who has the first move: its winner has the right, and may give it away. */
  withFirst(/** @type {HTMLButtonElement} */ button) {
    const { begins, play } = this.view;
    this.first = make("select", { "aria-label": word("anew.first"), title: word("anew.first"), "data-first": "" }, ...begins.map((player) => make("option", { value: player }, pick(play.players[player]))));
    return make("span", { class: "recharge" }, button, this.first);
  }

  async give(/** @type {string} */ name) {
    if (name === "anew" && this.first?.isConnected) {
      this.say(await command(name, { first: this.first.value }));
    } else if (name === "recharge") {
      this.say(await command(name, { units: Number(this.units?.value ?? USUAL_UNITS) }));
    } else if (name === "table") {
      await this.facilitator?.askTable();
    } else if (name === "card-is") {
      this.facilitator?.askCards();
    } else if (name !== "undo") {
      this.say(await command(name));
    } else if (!this.undoing) {
      this.undoing = true;
      await this.undo();
      this.undoing = false;
    }
  }

  /** Asks to which row to go back. The game stands still meanwhile, so that no newer row comes in between. */
  async undo() {
    const pausing = this.view.may.includes("pause");
    if (pausing) {
      const answer = await command("pause");
      if (!answer.ok) {
        this.say(answer);
        return;
      }
      await this.untilPaused();
    }
    await this.facilitator?.askUndo(pausing);
  }

  /** Resolves when the game is seen paused: from then on the newest row stays the newest. */
  untilPaused() {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const late = setTimeout(done, VIEW_MS);
      this.awaited = () => {
        if (!this.view.paused) return;
        clearTimeout(late);
        this.awaited = null;
        done();
      };
      this.awaited();
    }));
  }

  onKey(/** @type {KeyboardEvent} */ event) {
    if (!this.opened || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      event.preventDefault();
      command("estop").then(this.say);
    } else if (event.key === " " && !/** @type {Element} */ (event.target).closest("button, select, input, dialog")) {
      event.preventDefault();
      const name = ["pause", "resume"].find((one) => this.view?.may.includes(one));
      if (name) this.give(name);
    }
  }

  /** Asks for the camera's picture again and again, while somebody can see it. */
  async watch() {
    const { preview, enlarge, nothing, look } = this.parts;
    const turn = (this.turn = this.turn + 1);
    if (document.visibilityState === "visible") {
      const answer = await fetch(pictureOf(look.camera.value, look.read.checked)).catch(() => null);
      // Another picture was chosen meanwhile.
      if (turn !== this.turn) return;
      const before = preview.src;
      const seen = answer?.status === 200;
      this.sees = seen;
      if (seen) preview.src = URL.createObjectURL(await answer.blob());
      enlarge.hidden = look.choice.hidden = !seen;
      nothing.hidden = seen;
      if (seen && before) URL.revokeObjectURL(before);
    }
    this.later = setTimeout(() => this.watch(), PREVIEW_MS);
  }
}
