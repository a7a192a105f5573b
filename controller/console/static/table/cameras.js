// The cameras over the table: a sign for everybody while pictures are kept, and how well they see for the facilitator.

import { make, renew, say } from "../shared/dom.js";
import { language, word } from "../shared/words.js";

/** Whoever is filmed sees it, on every screen. */
export function showRecording(/** @type {import("../shared/views").View} */ view, /** @type {HTMLElement} */ sign, /** @type {HTMLElement} */ words) {
  const kept = view.cameras.filter((camera) => camera.recording !== "");
  const running = kept.some((camera) => camera.recording === "on");
  sign.hidden = kept.length === 0;
  sign.classList.toggle("ended", !running);
  say(words, kept.length === 0 ? "" : word(running ? "recording.on" : "recording.failed"));
}

/** A line for each camera: its name, its lens, its exposure. */
export function showCameras(/** @type {import("../shared/views").View} */ view, /** @type {HTMLElement} */ list) {
  list.hidden = view.cameras.length === 0;
  renew(list, [language(), view.cameras], () =>
    view.cameras.map((camera) => make("li", { "data-exposure": camera.exposure }, make("b", {}, camera.name), make("span", {}, facts(camera).join(" · ")))),
  );
}

/** The lens of a camera, and how well it sees. */
export function facts(/** @type {import("../shared/views").CameraView} */ camera) {
  const lens = [word(`lens.${camera.lens}`)];
  if (camera.lens_rms_px !== null) lens.push(word("lens.residual", { px: camera.lens_rms_px.toFixed(2) }));
  if (camera.lens_days !== null) lens.push(word("lens.days", { n: camera.lens_days }));
  return [...lens, word(`exposure.${camera.exposure || "own"}`)];
}
