// The robots at the foot of the page: how each does; and for the facilitator, who drives its golem instead of it.

import { emblem, make, renew } from "../shared/dom.js";
import { choice, remark } from "./sheet.js";
import { hasWord, language, named, pick, word } from "../shared/words.js";

/** Links of robots that do not play. */
const OUT = ["lost", "fault", "connecting"];
/** Who can drive a golem, as the command `replace` calls them. */
const DRIVERS = ["robot", "hands", "ghost", "spare"];

/** Shows each robot's health. `onRobot` hears which one the facilitator touched; null: nobody may. */
export function showRobots(/** @type {import("../shared/views").View} */ view, /** @type {HTMLElement} */ list, /** @type {((golem: string) => void) | null} */ onRobot) {
  renew(list, [language(), view.robots, onRobot !== null], () =>
    view.robots.map((robot) => {
      const parts = [emblem(robot.name), make("b", {}, named(robot.name)), make("span", {}, health(robot).join(" · "))];
      if (onRobot === null || robot.plays === "idle") return make("li", { class: `robot ${robot.link}` }, ...parts);
      const button = make("button", { type: "button", class: `robot plain ${robot.link}`, "data-robot": robot.name, "aria-haspopup": "dialog" }, ...parts, make("span", { class: "unseen" }, word("robot.ask", { name: named(robot.name) })));
      button.addEventListener("click", () => onRobot(robot.name));
      return make("li", {}, button);
    }),
  );
}

function health(/** @type {import("../shared/views").RobotView} */ robot) {
  const driver = ["robot", "ghost"].includes(robot.plays) ? "" : word(`drives.${robot.plays}`);
  const link = hasWord(`link.${robot.link}`) ? word(`link.${robot.link}`) : robot.link;
  const volts = robot.battery_v === null ? "" : `${robot.battery_v.toFixed(1)} V`;
  return [driver, link, volts, robot.reason && (robot.why === null ? robot.reason : pick(robot.why))].filter(Boolean);
}

/**
 * The sheet on which the facilitator says who drives a golem: two touches from a dead robot to a game that goes on.
 * @param {string} golem
 * @param {(by: string) => void} onDriver
 * @returns {import("./sheet.js").Content}
 */
export const driverSheet = (golem, onDriver) => (view) => {
  const robot = view.robots.find((one) => one.name === golem);
  const may = view.may.includes("replace");
  const spare = view.robots.some((one) => one.plays === "idle" && one.link === "ready");
  const driver = (/** @type {string} */ by) => {
    const chosen = robot?.plays === by;
    const retry = by === "robot" && OUT.includes(robot?.link ?? "");
    const possible = may && (!chosen || retry) && (by !== "spare" || spare);
    const hint = by === "spare" && !spare && !chosen ? word("robot.no-spare") : word(`driverhint.${by}`);
    return choice({ name: by, title: word(`driver.${by}`), hint, chosen, possible }, () => onDriver(by));
  };
  return {
    title: word("robot.ask", { name: named(golem) }),
    value: [robot?.plays, robot?.link, may, spare],
    parts: () => [...(may ? [] : [remark(word("robot.wait"))]), make("div", { class: "choices" }, ...DRIVERS.map(driver))],
  };
};
