// The head and the foot of the page: what the table is doing, energy, robots; and what covers the board.

import { drawing, emblem, make, renew, say, symbol } from "./dom.js";
import { hasWord, language, listed, named, word } from "./words.js";

const ROWS = 4;

/** Phase, what to do now, round and energy. */
export function showHead(view, parts) {
  say(parts.phase, word(`phase.${view.phase}`, { row: view.row, next: Math.min(view.row % ROWS + 1, ROWS), rows: ROWS }));
  say(parts.hint, word(`hint.${view.phase}`));
  say(parts.round, view.round > 0 ? word("round", { n: view.round }) : "");
  showEnergy(view, parts.energy);
}

function showEnergy(view, element) {
  element.hidden = view.energy === null;
  if (view.energy === null) return;
  const most = Math.max(view.energy_max ?? view.energy, view.energy);
  renew(element, [language(), view.energy, most], () => {
    element.setAttribute("aria-label", word("energy", { n: view.energy, most }));
    element.classList.toggle("low", view.energy <= 3);
    const track = make("span", { class: "track" });
    for (let unit = 1; unit <= most; unit += 1) track.append(make("i", { class: unit <= view.energy ? "on" : null }));
    return [symbol("bolt"), make("b", {}, String(view.energy)), track];
  });
}

/** The robots' health, and facts about the table. */
export function showFoot(view, parts) {
  renew(parts.robots, [language(), view.robots], () =>
    view.robots.map((robot) => {
      const link = hasWord(`link.${robot.link}`) ? word(`link.${robot.link}`) : robot.link;
      const said = [link, robot.battery_v === null ? "" : `${robot.battery_v.toFixed(1)} V`, robot.reason];
      return make("li", { class: `robot ${robot.link}` }, emblem(robot.name), make("b", {}, named(robot.name)),
        make("span", {}, said.filter(Boolean).join(" · ")));
    }),
  );
  renew(parts.facts, [language(), view.table], () =>
    Object.entries(view.table).map(([key, value]) =>
      make("span", {}, `${hasWord(`fact.${key}`) ? word(`fact.${key}`) : key}: ${value}`),
    ),
  );
}

/** Covers the board when the game stands still or has ended. */
export async function showOverlay(view, element) {
  const kind = view.estopped ? "estopped" : view.winners !== null ? "over" : view.paused ? "paused" : "";
  document.body.dataset.state = kind;
  const value = [language(), kind, view.winners, view.reason];
  if (kind !== "over") {
    renew(element, value, () =>
      kind === "" ? [] : [symbol(kind === "estopped" ? "stop" : "pause"), make("strong", {}, word(`over.${kind}`)), make("p", {}, word(`over.${kind}.hint`))],
    );
    return;
  }
  const golems = view.golems.filter((golem) => view.winners.includes(golem.side));
  const portraits = await Promise.all(golems.map((golem) => drawing(`golem/${golem.name}`)));
  renew(element, value, () => {
    const sides = view.winners.map(named);
    const title = sides.length === 0 ? word("win.draw") : word(sides.length === 1 ? "win.one" : "win.many", { names: listed(sides) });
    const reason = hasWord(`reason.${view.reason}`) ? word(`reason.${view.reason}`) : word("reason.goal");
    const figures = portraits.map((portrait) => make("span", { class: "portrait" }, portrait));
    return [make("div", { class: "portraits" }, ...figures), make("strong", {}, title), make("p", {}, reason)];
  });
}
