// What holds for the whole table: the language of its screens, sounds, batteries, cameras, records.

import { make } from "../shared/dom.js";
import { choice, remark } from "./sheet.js";
import { facts } from "./cameras.js";
import { named, word } from "../shared/words.js";

/** Below this a battery is told of; the robot itself refuses at 6.4 V. */
const LOW_V = 6.9;
const CABLE_V = 3.0;

/**
 * @param {{ own: boolean, languages: Record<string, string>, records: import("../shared/views").RecordSummary[], lateness: () => number | null,
 *   onLanguage: (code: string) => void, onSounds: (on: boolean) => void }} table
 * @returns {import("./sheet.js").Content}
 */
export const tableSheet = ({ own, languages, records, lateness, onLanguage, onSounds }) => (view) => {
  const robots = view.robots.filter((robot) => robot.battery_v !== null && robot.battery_v >= CABLE_V);
  const late = lateness();
  return {
    title: word("table.title"),
    value: [view.language, view.sounds, robots, view.cameras, records, late],
    parts: () => [
      make("h3", {}, word("table.language")),
      make("div", { class: "choices short" },
        ...[["", word("table.language.own")], ...Object.entries(languages)].map(([code, name]) =>
          choice({ name: `language-${code || "own"}`, title: name, chosen: code === view.language }, () => onLanguage(code)))),
      make("h3", {}, word("table.sounds")),
      make("div", { class: "choices short" }, ...[true, false].map((on) =>
        choice({ name: `sounds-${on ? "on" : "off"}`, title: word(on ? "table.sounds.on" : "table.sounds.off"), chosen: view.sounds === on }, () => onSounds(on)))),
      ...(robots.length === 0 ? [] : [make("h3", {}, word("table.batteries")), make("ul", { class: "batteries" }, ...robots.map(battery))]),
      ...(view.cameras.length === 0 ? [] : [
        make("h3", {}, word("cameras")),
        make("ul", { class: "cameras" }, ...view.cameras.map((camera) => make("li", { "data-exposure": camera.exposure }, make("b", {}, camera.name), make("span", {}, facts(camera).join(" · "))))),
        make("p", {}, late === null ? word("table.latency.unknown") : word("table.latency", { s: late.toFixed(2) })),
      ]),
      // At a front door codes are handed over there.
      ...(own ? [
        make("h3", {}, word("table.hand-over")),
        make("p", {}, word("table.hand-over.hint")),
        make("img", { class: "qr", src: "hand-over.svg", alt: word("table.hand-over.code"), width: 220, height: 220 }),
      ] : []),
      make("h3", {}, word("table.records")),
      // There all games have their records in one place.
      ...(!own ? [make("a", { class: "button", href: "/replays" }, word("door.replays"))] : records.length === 0 ? [remark(word("table.records.none"))] : [make("ul", { class: "records" }, ...records.map(record))]),
    ],
  };
};

function battery(/** @type {import("../shared/views").RobotView} */ robot) {
  const low = (robot.battery_v ?? 0) < LOW_V;
  return make("li", { class: low ? "low" : null }, make("b", {}, named(robot.name)), ` ${(robot.battery_v ?? 0).toFixed(1)} V`, ...(low ? [` · ${word("table.battery.low")}`] : []));
}

function record(/** @type {import("../shared/views").RecordSummary} */ told) {
  const when = new Date(told.written * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const state = told.problem !== null ? word("table.record.unread") : word(told.over ? "table.record.over" : "table.record.open", { n: told.steps });
  const links = told.problem !== null ? [] : [make("a", { href: `/replay/${encodeURIComponent(told.id)}/`, target: "_blank", rel: "noopener" }, word("table.replay"))];
  const download = make("a", { href: `record/${encodeURIComponent(told.id)}.jsonl`, download: `${told.id}.jsonl` }, word("table.download"));
  return make("li", {}, make("b", {}, told.id), make("span", {}, ` ${when} · ${state}`), make("span", { class: "links" }, ...links, download));
}
