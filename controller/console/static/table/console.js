// The facilitator's console: buttons, keys of the keyboard, the camera's picture.

import { command, keyOpens } from "../shared/commands.js";
import { arrange, make, reachable, renew, say } from "../shared/dom.js";
import { language, pick, tell, word } from "../shared/words.js";

const ALWAYS = ["pause"];
/** What must reach the table: pressed again, it is asked for again. */
const URGENT = ["pause", "stop"];
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
  constructor(/** @type {Record<string, any>} */ parts, /** @type {(answer: import("../shared/commands.js").Said) => void} */ say) {
    this.parts = parts;
    this.say = say;
    /** @type {import("../shared/views").View} */
    this.view = /** @type {any} */ (null);
    /** The names of the buttons, group by group.
     * @type {string[][]} */
    this.groups = [];
    /** The rows of buttons, group by group. @type {HTMLElement[]} */
    this.rows = [];
    /** The buttons by their commands. @type {Map<string, HTMLButtonElement>} */
    this.made = new Map();
    this.next = make("button", { type: "button", class: "plain", "data-next": "" });
    this.next.addEventListener("click", () => location.assign("next"));
    /** How many units a recharge gives, and who begins anew: beside their buttons. */
    this.units = make("select", { "data-units": "" });
    this.first = make("select", { "data-first": "" });
    this.recharge = make("span", { class: "recharge" });
    this.anew = make("span", { class: "recharge" });
    this.robotless = false;
    /** Whether another game can be begun here. */
    this.nextGame = false;
    /** @type {(() => void) | null} */
    this.awaited = null;
    /** The buttons that are being obeyed: pressed twice in a row, they ask once.
     * @type {Set<string>} */
    this.asked = new Set();
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
    const resized = new ResizeObserver(() => reachable(parts.eye));
    for (const one of [parts.eye, ...parts.eye.children]) resized.observe(one);
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
      tell(wrong, tried.text);
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
    const groups = [...this.groups.map((group) => this.buttons(group, view.may)), this.nextGame ? [this.toNextGame()] : []];
    groups.forEach((buttons, place) => arrange(this.rows[place] ??= make("div", { class: "group" }), buttons));
    arrange(this.parts.controls, this.rows.filter((row) => row.children.length > 0));
  }

  buttons(/** @type {string[]} */ group, /** @type {string[]} */ may) {
    const useful = group.filter((name) => !(this.robotless && OF_ROBOTS.includes(name)));
    const shown = useful.filter((name) => may.includes(name) || (ALWAYS.includes(name) && !may.includes("resume")));
    return shown.map((name) => {
      const button = this.button(name);
      button.className = name === may[0] ? "primary" : "plain";
      button.disabled = !may.includes(name);
      if (name === "anew" && this.view.begins.length > 0) return this.withFirst(button);
      return name === "recharge" ? this.withUnits(button) : button;
    });
  }

  /** A command's button: always the same one, so that a press counts that began before the game went on. */
  button(/** @type {string} */ name) {
    let button = this.made.get(name);
    if (button === undefined) {
      button = make("button", { type: "button", "data-command": name });
      button.addEventListener("click", () => this.give(name));
      this.made.set(name, button);
    }
    renew(button, [language()], () => [word(`command.${name}`), ...(SHORTCUT[name] ? [make("kbd", {}, word(SHORTCUT[name]))] : [])]);
    return button;
  }

  /** The button that leads to the choice of the next game. */
  toNextGame() {
    say(this.next, word("next.button"));
    return this.next;
  }

  /** The button that recharges the golems, with a choice of how many units of energy they get. */
  withUnits(/** @type {HTMLButtonElement} */ button) {
    const { recharge } = this.view;
    this.units.setAttribute("aria-label", word("recharge.units"));
    if (renew(this.units, recharge, () => recharge.map((units) => make("option", { value: units }, String(units))))) this.units.value = String(USUAL_UNITS);
    arrange(this.recharge, [button, this.units]);
    return this.recharge;
  }

  /** The button that begins anew, with a choice of who has the first move: its winner has the right, and may give it away. */
  withFirst(/** @type {HTMLButtonElement} */ button) {
    const { begins, play } = this.view;
    const { first } = this;
    for (const name of ["aria-label", "title"]) first.setAttribute(name, word("anew.first"));
    renew(first, [language(), begins], () => begins.map((player) => make("option", { value: player }, pick(play.players[player]))));
    arrange(this.anew, [button, first]);
    return this.anew;
  }

  /** Does what a button says, once at a time. */
  async give(/** @type {string} */ name) {
    if (this.asked.has(name) && !URGENT.includes(name)) return;
    this.asked.add(name);
    try {
      await this.obey(name);
    } finally {
      this.asked.delete(name);
    }
  }

  async obey(/** @type {string} */ name) {
    if (name === "anew" && this.first.isConnected) {
      this.say(await command(name, { first: this.first.value }));
    } else if (name === "recharge") {
      this.say(await command(name, { units: Number(this.units.value) }));
    } else if (name === "table") {
      await this.facilitator?.askTable();
    } else if (name === "card-is") {
      this.facilitator?.askCards();
    } else if (name === "undo") {
      await this.undo();
    } else {
      this.say(await command(name));
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
