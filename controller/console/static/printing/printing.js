// What is printed for a table: each document as a PDF at true scale, in the reader's language.

import { newest } from "../shared/api.js";
import { make, part } from "../shared/dom.js";
import { openPage } from "../shared/frame.js";
import { Store } from "../shared/store.js";
import { language, word } from "../shared/words.js";

const CHOICES = { board: ["4x4", "6x6"], players: ["2", "3", "4"], paper: ["A4", "A3"] };
const store = new Store({ board: "4x4", players: "2", paper: "A4" });

openPage("door.print", async () => {
  part("order", HTMLElement).replaceChildren(
    field("board", word("play.board")), field("players", word("play.count")), field("paper", word("print.paper")));
  await show();
});
store.subscribe(() => show());

/**
 * @param {keyof typeof CHOICES} name
 * @param {string} title
 */
function field(name, title) {
  const select = make("select", { name }, ...CHOICES[name].map((value) => make("option", { value }, value.replace("x", " × "))));
  select.value = store.get()[name];
  select.addEventListener("change", () => store.set({ [name]: select.value }));
  return make("label", { class: "field" }, title, select);
}

const askDocuments = newest();

async function show() {
  const order = new URLSearchParams({ ...store.get(), language: language() });
  /** @type {import("../shared/views").PrintDocument[] | null} */
  const documents = await askDocuments(`/api/print.json?${order}`);
  if (documents === null) return;
  part("together", HTMLElement).replaceChildren(...["one-side", "two-sides"].map((way) =>
    make("a", { href: `/api/print/${way}.pdf?${order}`, class: "button primary", target: "_blank" }, word(`setup.print.${way}`))));
  part("documents", HTMLElement).replaceChildren(...documents.map((one) => {
    const link = make("a", { href: `/api/print/${one.name}.pdf?${order}`, class: "button", target: "_blank", "aria-label": `PDF: ${one.title}` }, "PDF");
    return make("li", { class: "entry" }, make("div", { class: "what" }, make("b", {}, one.title.replace(/(\d)x(\d)/, "$1 × $2")), make("span", {}, word("print.pages", { n: one.pages }))), link);
  }));
}
