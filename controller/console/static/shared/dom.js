// Small helpers to build and change the page. Text always goes in as text, never as markup.

/**
 * The page's element of this id, of this type.
 * @template {HTMLElement} Part
 * @param {string} id
 * @param {new () => Part} type
 * @returns {Part}
 */
export function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} with the id ${id}`);
  return found;
}

/**
 * The first element that fits, of this type; whoever asks knows that it is there.
 * @template {Element} Part
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Part} type
 * @returns {Part}
 */
export function inside(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`no ${type.name} at ${selector}`);
  return found;
}

/**
 * An element with attributes (null: leave out) and children (text or elements).
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * One of the page's symbols, as an inline picture.
 * @param {string} name
 */
export function symbol(name, classes = "") {
  return makeSvg("svg", { class: `symbol ${classes}`, "aria-hidden": "true" }, makeSvg("use", { href: `#${name}` }));
}

/**
 * What can be scrolled can be reached with the keyboard; what cannot is no stop on the way.
 * @param {Element} element
 */
export function reachable(element) {
  if (element.scrollHeight > element.clientHeight + 1) element.setAttribute("tabindex", "0");
  else element.removeAttribute("tabindex");
}

/** @type {Record<string, string>} */
export const SHAPES = { red: "triangle", blue: "circle", yellow: "square", green: "diamond" };

/** Players who are only counted.
 * @type {Record<string, string>} */
const COUNTED = { 0: "triangle", 1: "circle" };

/**
 * A player's colour and shape.
 * @param {string} name
 */
export function emblem(name) {
  return symbol(`shape-${SHAPES[name] ?? COUNTED[name] ?? "circle"}`, `emblem of-${name}`);
}

/**
 * Changes an element's text only if it differs, so that screen readers hear news alone.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Runs `build` only when `value` differs from last time; `build` returns the new children.
 * @param {HTMLElement} element
 * @param {unknown} value
 * @param {() => (Node | string)[]} build
 */
export function renew(element, value, build) {
  const print = JSON.stringify(value);
  if (element.dataset.print === print) return false;
  element.dataset.print = print;
  element.replaceChildren(...build());
  return true;
}

/**
 * Makes these the children of an element. Those that stay are not taken out, so that a press that has begun still counts.
 * @param {Element} parent
 * @param {Node[]} children
 */
export function arrange(parent, children) {
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.childNodes[place] !== child) parent.insertBefore(child, parent.childNodes[place] ?? null);
  });
}

/** @type {Map<string, Promise<string>>} */
const art = new Map();

/**
 * A picture of the kit by its name under /art/, as a fresh SVG element.
 * @param {string} name
 * @returns {Promise<SVGElement>}
 */
export async function drawing(name) {
  if (!art.has(name)) {
    const asked = fetch(artAddress(name)).then((answer) => {
      if (!answer.ok) throw new Error(`no picture ${name}: ${answer.status}`);
      return answer.text();
    });
    // A failure is not remembered: the next view asks again.
    asked.catch(() => art.delete(name));
    art.set(name, asked);
  }
  const parsed = new DOMParser().parseFromString(/** @type {string} */ (await art.get(name)), "image/svg+xml");
  const svg = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
  // The kit's own class names mean nothing here, and must not meet the page's.
  for (const element of [svg, ...svg.querySelectorAll("[class]")]) element.removeAttribute("class");
  return svg;
}

/**
 * The kit's pictures lie under /art/, those of the task that is played beside the table's page.
 * @param {string} name
 */
const artAddress = (name) => `${name.startsWith("task/") ? "" : "/art/"}${name.split("/").map(encodeURIComponent).join("/")}`;

/** @type {Set<Promise<void>>} */
const coming = new Set();

/**
 * An element that fills itself with a picture of the kit as soon as that has come.
 * @template {Element} Filled
 * @param {Filled} element
 * @param {string} name
 * @returns {Filled}
 */
export function pictured(element, name) {
  const filled = drawing(name).then(
    (svg) => element.append(svg),
    (error) => console.warn(String(error)),
  );
  coming.add(filled);
  filled.then(() => coming.delete(filled));
  return element;
}

/** Resolves when every picture that was asked for so far is in its place. */
export const allPictured = () => Promise.all(coming);
