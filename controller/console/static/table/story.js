// What happened and why, in words; and what people at the table should know or do now.

import { emblem, make, pictured, reachable, renew, symbol } from "../shared/dom.js";
import { language, pick, word } from "../shared/words.js";

const OLDER = 12;

function heading(/** @type {import("../shared/views").RowStory} */ row, /** @type {import("../shared/views").View} */ view) {
  // Before the first step there is nothing to count.
  if (!view.trays && row.row > 0) return word("story.step", { round: row.round, row: row.row });
  return row.row > 0 ? word("story.row", { round: row.round, row: row.row }) : word("round", { n: row.round });
}

/** Which row is the newest, to see when another one comes. */
const newestOf = (/** @type {import("../shared/views").View} */ { story }) => `${story.at(-1)?.round}/${story.at(-1)?.row}`;

/** What happened to whom, and how often: the same sentence is said once for each golem. */
export function counted(/** @type {import("../shared/views").RowStory} */ row) {
  const told = new Map();
  row.sentences.forEach((sentence, /** @type {number} */ index) => {
    const golem = row.golems[index] ?? null;
    const key = JSON.stringify([golem, sentence]);
    told.set(key, { golem, sentence, times: (told.get(key)?.times ?? 0) + 1 });
  });
  return [...told.values()];
}

/** On a player's own screen the own golem comes first. */
function ownFirst(/** @type {ReturnType<typeof counted>} */ told) {
  const own = document.body.dataset.face === "seat" ? document.body.dataset.own : "";
  return own ? [...told.filter(({ golem }) => golem === own), ...told.filter(({ golem }) => golem !== own)] : told;
}

function sentences(/** @type {import("../shared/views").RowStory} */ row, asked = /** @type {string | null | undefined} */ (null)) {
  return ownFirst(counted(row)).map(({ golem, sentence, times }) => {
    const text = make("span", {}, pick(sentence));
    if (times > 1) text.append(" ", make("b", { class: "times" }, `×${times}`));
    return make("li", { class: golem !== null && golem === asked ? "asked" : null }, golem === null ? symbol("shape-circle", "emblem of-table") : emblem(golem), text);
  });
}

/** What each phase looks like, by the names of pictures; of other phases it is waited for. @type {Record<string, string>} */
const PHASES = { setup: "put", dice: "throw", programs: "lay", ready: "ready", move: "move", hands: "move", row: "watch", check: "watch" };

/** What stands in place of the story before there is one: the task's own, or what is done now, with a picture. */
function before(/** @type {import("../shared/views").View} */ view, /** @type {string} */ hint) {
  if (view.task !== null) return make("p", { class: "quiet" }, pick(view.task.story));
  const picture = pictured(make("span", { class: "next-picture", "aria-hidden": "true" }), `next/${PHASES[view.phase] ?? "wait"}`);
  return make("div", { class: "first-news" }, picture, make("p", { class: "quiet" }, hint === "" ? word("story.none") : hint));
}

/** The sizes of the newest row's text, largest first; parts.css says how large each is. */
const SIZES = 6;

/** The newest row large, or the one that was asked for; the older ones below, newest first. */
export class Story {
  constructor(/** @type {HTMLElement} */ newest, /** @type {HTMLElement} */ older) {
    this.newest = newest;
    this.older = older;
    /** @type {{ round: number, row: number, golem: string, newest: unknown } | null} */
    this.asked = null;
    this.hint = "";
    newest.addEventListener("scroll", () => this.showEdge(), { capture: true, passive: true });
    new ResizeObserver(() => this.fit()).observe(newest.parentElement ?? newest);
    document.fonts.addEventListener("loadingdone", () => this.fit());
  }

  /** Makes the newest row's text as large as its room lets it; what has no room even so can be scrolled to. */
  fit() {
    const list = this.newest.querySelector(".sentences");
    if (list === null) {
      this.newest.querySelectorAll(".quiet").forEach(reachable);
      reachable(this.older);
      return;
    }
    const over = () => list.scrollHeight > list.clientHeight + 1;
    this.newest.classList.remove("crowded", "more");
    let size = 0;
    do this.newest.dataset.size = String(size);
    while (over() && ++size < SIZES);
    this.newest.classList.toggle("crowded", size === SIZES);
    reachable(list);
    reachable(this.older);
    this.showEdge();
  }

  /** The text fades out at the edge beyond which there is more of it. */
  showEdge() {
    const list = this.newest.querySelector(".sentences");
    if (list === null) return;
    this.newest.classList.toggle("more", list.scrollTop + list.clientHeight < list.scrollHeight - 1);
  }

  /** Explains a row of this round, above all one golem's part; the next row that is played takes its place. */
  ask(/** @type {import("../shared/views").View} */ view, /** @type {number} */ row, /** @type {string} */ golem) {
    this.asked = { round: view.round, row, golem, newest: newestOf(view) };
    this.update(view, this.hint);
    // On a phone the story stands above the cards, perhaps out of sight.
    this.newest.scrollIntoView({ block: "nearest" });
  }

  /** The row that is told large: the newest, or the one that was asked for since. */
  told(/** @type {import("../shared/views").View} */ view) {
    if (this.asked?.newest !== newestOf(view)) this.asked = null;
    const asked = this.asked;
    return (asked && view.story.find((one) => one.round === asked.round && one.row === asked.row)) ?? view.story.at(-1);
  }

  /** Tells the newest row; before the first one, `hint` says what is done now. */
  update(/** @type {import("../shared/views").View} */ view, hint = "") {
    this.hint = hint;
    const rows = view.story.slice(-1 - OLDER);
    const told = this.told(view);
    renew(this.newest, [language(), document.body.dataset.own, told, this.asked?.golem, told === undefined && [view.task?.story, view.phase, hint]], () =>
      told === undefined
        ? [before(view, hint)]
        : [make("h3", {}, heading(told, view)), make("ul", { class: "sentences" }, ...sentences(told, this.asked?.golem))],
    );
    const earlier = rows.filter((row) => row !== told).reverse();
    renew(this.older, [language(), earlier], () =>
      earlier.map((row) => make("li", {}, make("h3", {}, heading(row, view)), make("ul", { class: "sentences" }, ...sentences(row)))),
    );
    this.fit();
  }
}

/** @type {Record<string, string>} */
const SIGN = { info: "i", warning: "!", stop: "✕" };

/** Banners for notices, the gravest first. */
export function showNotices(/** @type {HTMLElement} */ list, /** @type {import("../shared/views").View} */ view) {
  const order = ["stop", "warning", "info"];
  const notices = [...view.notices].sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  renew(list, [language(), notices], () =>
    notices.map((notice) =>
      make("li", { class: `notice ${notice.severity}` }, make("b", { "aria-hidden": "true" }, SIGN[notice.severity] ?? "i"),
        make("span", {}, pick(notice.text))),
    ),
  );
}
