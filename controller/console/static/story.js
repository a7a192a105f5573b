// What happened and why, in words; and what people at the table should know or do now.

import { emblem, make, renew, symbol } from "./dom.js";
import { language, pick, word } from "./words.js";

const OLDER = 12;

const heading = (row) => (row.row > 0 ? word("story.row", { round: row.round, row: row.row }) : word("round", { n: row.round }));

function sentences(row) {
  return row.sentences.map((sentence, index) => {
    const golem = row.golems[index] ?? null;
    return make("li", {}, golem === null ? symbol("shape-circle", "emblem of-table") : emblem(golem), make("span", {}, pick(sentence)));
  });
}

/** The newest row large, the older ones below, newest first. */
export class Story {
  constructor(newest, older) {
    this.newest = newest;
    this.older = older;
  }

  update(view) {
    const rows = view.story.slice(-1 - OLDER);
    const last = rows.at(-1);
    renew(this.newest, [language(), last], () =>
      last === undefined
        ? [make("p", { class: "quiet" }, word("story.none"))]
        : [make("h3", {}, heading(last)), make("ul", { class: "sentences" }, ...sentences(last))],
    );
    const before = rows.slice(0, -1).reverse();
    renew(this.older, [language(), before], () =>
      before.map((row) => make("li", {}, make("h3", {}, heading(row)), make("ul", { class: "sentences" }, ...sentences(row)))),
    );
  }
}

const SIGN = { info: "i", warning: "!", stop: "✕" };

/** Banners for notices, the gravest first. */
export function showNotices(list, view) {
  const order = ["stop", "warning", "info"];
  const notices = [...view.notices].sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  renew(list, [language(), notices], () =>
    notices.map((notice) =>
      make("li", { class: `notice ${notice.severity}` }, make("b", { "aria-hidden": "true" }, SIGN[notice.severity] ?? "i"),
        make("span", {}, pick(notice.text))),
    ),
  );
}
