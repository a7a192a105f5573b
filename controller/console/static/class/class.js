// The class overview: which puzzles each child has solved, and how well; a child can be removed.

import { newest, post } from "../shared/api.js";
import { make, part, say } from "../shared/dom.js";
import { nothingYet, onlyForFacilitator, openPage, toast } from "../shared/frame.js";
import { language, pick, word } from "../shared/words.js";

/** @typedef {import("../shared/views").ClassOverview} ClassOverview */
/** @typedef {import("../shared/views").Pupil} Pupil */
/** @typedef {import("../shared/views").PuzzleResult} PuzzleResult */

openPage("class.title", async (visitor) => {
  if (!visitor.facilitator) {
    onlyForFacilitator();
    return;
  }
  await show();
});

const askClass = newest();

async function show() {
  /** @type {ClassOverview | null} */
  const overview = await askClass("/api/class.json");
  if (overview === null) return;
  const empty = overview.pupils.length === 0;
  say(part("lead", HTMLElement), word("class.lead"));
  part("nothing", HTMLElement).replaceChildren(...(empty ? [nothingYet(word("class.none"), true, "puzzles")] : []));
  say(part("legend", HTMLElement), `★ ${word("puzzles.least")} · ✓ ${word("puzzles.solved")} · 1, 2, … ${word("class.tries")}`);
  part("csv", HTMLAnchorElement).href = `/api/class.csv?language=${language()}`;
  for (const id of ["overview", "legend", "csv"]) part(id, HTMLElement).hidden = empty;
  part("overview", HTMLElement).replaceChildren(...(empty ? [] : [table(overview)]));
}

/** @param {ClassOverview} overview */
function table({ puzzles, pupils }) {
  const ideas = puzzles.reduce((/** @type {{ idea: string, count: number }[]} */ found, { idea }) => {
    if (found.at(-1)?.idea !== idea) found.push({ idea, count: 0 });
    found[found.length - 1].count += 1;
    return found;
  }, []);
  const starts = new Set(puzzles.filter((one, index) => puzzles[index - 1]?.idea !== one.idea).map((one) => one.key));
  const heads = make("thead", {},
    make("tr", {}, make("td", { colspan: 2 }), ...ideas.map(({ idea, count }) => make("th", { colspan: count, scope: "colgroup", class: "idea" }, word(`idea.${idea}`))), make("td")),
    make("tr", {}, make("th", { scope: "col" }, word("class.name")), make("th", { scope: "col", class: "total" }, word("class.solved")),
      ...puzzles.map((one) => make("th", { scope: "col", class: starts.has(one.key) ? "first" : null, title: pick(one.name) }, String(one.number), make("span", { class: "unseen" }, ` ${pick(one.name)}`))),
      make("td")));
  const rows = pupils.map((pupil) => {
    const results = new Map(pupil.results.map((result) => [result.puzzle, result]));
    const solved = pupil.results.filter((result) => result.rounds > 0).length;
    return make("tr", {}, make("th", { scope: "row" }, pupil.name), make("td", { class: "total" }, String(solved)),
      ...puzzles.map((one) => cell(results.get(one.key), starts.has(one.key))), make("td", {}, remover(pupil)));
  });
  return make("table", {}, heads, make("tbody", {}, ...rows));
}

/**
 * @param {PuzzleResult | undefined} result
 * @param {boolean} first Whether a lesson begins with it.
 */
function cell(result, first) {
  if (!result) return make("td", { class: first ? "first" : null });
  const solved = result.rounds > 0;
  const kind = result.least ? "least" : solved ? "solved" : "tried";
  const facts = [
    solved ? word(result.least ? "puzzles.least" : "puzzles.solved") : "",
    solved ? word("class.size", { rounds: result.rounds, cards: result.cards }) : "",
    word("puzzles.tries", { n: result.tries }),
  ].filter((fact) => fact !== "").join(" · ");
  const sign = result.least ? "★" : solved ? "✓" : String(result.tries);
  return make("td", { class: `${kind}${first ? " first" : ""}`, title: facts }, make("span", { "aria-hidden": "true" }, sign), make("span", { class: "unseen" }, facts));
}

/** @param {Pupil} pupil */
function remover(pupil) {
  const button = make("button", { type: "button", "aria-label": `${word("class.remove")}: ${pupil.name}` }, word("class.remove"));
  button.addEventListener("click", () => {
    const dialog = part("removal", HTMLDialogElement);
    say(part("removal-text", HTMLElement), word("class.remove.ask", { name: pupil.name, n: pupil.records }));
    dialog.returnValue = "keep";
    dialog.addEventListener("close", async () => {
      if (dialog.returnValue !== "remove") return;
      const answer = await post("/api/class/remove", { name: pupil.name });
      toast(answer.ok ? () => word("class.removed", { name: pupil.name }) : answer.text, !answer.ok);
      await show();
    }, { once: true });
    dialog.showModal();
  });
  return button;
}
