// Commands to the table, and the facilitator's key.

import { hasWord, pick, word } from "./words.js";

const COMMAND_MS = 15000;
/** After this long without an answer people should rather switch the robots off than wait. */
const ESTOP_MS = 4000;

/**
 * What came of something that was asked for.
 * @typedef {object} Said
 * @property {boolean} ok
 * @property {() => string} text A sentence, in the language of the moment.
 */

/**
 * Whether this browser may do what the facilitator may, or why not. A key that was typed is exchanged for a cookie, and kept nowhere.
 * @param {string} key
 * @returns {Promise<Said>}
 */
export async function keyOpens(key = "") {
  // What no header can hold is no key.
  const headers = /^[\x21-\x7e]+$/.test(key) ? { "X-Golem-Key": key } : undefined;
  const answer = await fetch("key", { method: "POST", headers });
  if (answer.ok) return { ok: true, text: () => "" };
  // Who guesses has to wait; the server says for how long.
  return { ok: false, text: answer.status === 429 ? told(await answer.json()).text : () => word("key.wrong") };
}

/**
 * Sends a command. Resolves to a sentence for the reader, whatever happens.
 * @param {string} name
 * @param {object} args
 * @returns {Promise<Said>}
 */
export async function command(name, args = {}) {
  // So that an emergency stop that comes on two ways is one.
  const id = String(Math.random()).slice(2) + Date.now();
  const asked = fetch("command", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Golem-Request": id },
    body: JSON.stringify({ name, args }),
    signal: AbortSignal.timeout(name === "estop" ? ESTOP_MS : COMMAND_MS),
  }).then((answer) => answer.json());
  if (name === "estop") return stopAll(asked, id);
  try {
    return told(await asked);
  } catch {
    return { ok: false, text: () => word("error.lost") };
  }
}

/** What the server said, as a sentence. */
function told(/** @type {any} */ said) {
  if (hasWord(`error.${said.error}`)) return { ok: false, text: () => word(`error.${said.error}`) };
  return { ok: said.ok, text: () => pick(said.text) };
}

/** @type {number | null} */
let ownPort = null;
let tlsAddress = "";

/** Says on which port the emergency stop alone is heard, which no load on the page's port can take, and where pages over TLS reach it. */
export function setStopPort(/** @type {number | null} */ port, /** @type {string} */ address) {
  ownPort = port;
  tlsAddress = address;
}

/** The emergency stop's own address for this page; null: there is none. */
function stopAddress(/** @type {string} */ id) {
  // A page over TLS may ask for nothing without.
  if (location.protocol === "https:") return tlsAddress === "" ? null : new URL(`/estop?request=${id}`, tlsAddress);
  if (ownPort === null) return null;
  const address = new URL(`/estop?request=${id}`, location.href);
  address.port = String(ownPort);
  return address;
}

/** Asks for the emergency stop on both ways at once; the first that the table answers counts. */
async function stopAll(/** @type {Promise<any>} */ asked, /** @type {string} */ id) {
  const ways = [asked];
  const address = stopAddress(id);
  if (address !== null) {
    ways.push(fetch(address, { method: "POST", signal: AbortSignal.timeout(ESTOP_MS) }).then((answer) => answer.json()));
  }
  const heard = ways.map(async (way) => {
    const said = await way;
    // An error of a server is no answer of the table, but the table's own refusal is.
    if (said.error && said.error !== "refused") throw new Error(said.error);
    return told(said);
  });
  try {
    return await Promise.any(heard);
  } catch {
    return { ok: false, text: () => word("error.estop-lost") };
  }
}
