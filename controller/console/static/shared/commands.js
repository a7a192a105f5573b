// Commands to the table, and the facilitator's key.

import { hasWord, pick, word } from "./words.js";

const STORE = "golem-key";
const COMMAND_MS = 15000;
/** After this long without an answer people should rather switch the robots off than wait. */
const ESTOP_MS = 4000;

/** Takes the key out of the address, so that it is not on the screen, in the history or in a photo of it. */
export function keyFromAddress() {
  const address = new URL(location.href);
  const key = address.searchParams.get("key");
  if (key !== null) {
    sessionStorage.setItem(STORE, key);
    address.searchParams.delete("key");
    history.replaceState(null, "", address);
  }
}

/** @param {string} key */
export const setKey = (key) => sessionStorage.setItem(STORE, key);

/**
 * Headers that carry the key, if there is one that a header can hold.
 * @returns {Record<string, string>}
 */
export function keyHeaders() {
  const key = sessionStorage.getItem(STORE);
  return key !== null && /^[\x21-\x7e]+$/.test(key) ? { "X-Golem-Key": key } : {};
}

/** Whether the key in this browser opens the console. */
export async function keyOpens() {
  return (await fetch("key", { method: "POST", headers: keyHeaders() })).ok;
}

/**
 * Sends a command. Resolves to {ok, text}: a sentence for the reader, whatever happens.
 * @param {string} name
 * @param {object} args
 * @returns {Promise<{ ok: boolean, text: string }>}
 */
export async function command(name, args = {}) {
  // So that an emergency stop that comes on two ways is one.
  const id = String(Math.random()).slice(2) + Date.now();
  const asked = fetch("command", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Golem-Request": id, ...keyHeaders() },
    body: JSON.stringify({ name, args }),
    signal: AbortSignal.timeout(name === "estop" ? ESTOP_MS : COMMAND_MS),
  }).then((answer) => answer.json());
  if (name === "estop") return stopAll(asked, id);
  try {
    return told(await asked);
  } catch {
    return { ok: false, text: word("error.lost") };
  }
}

/** What the server said, as a sentence. */
function told(/** @type {any} */ said) {
  if (hasWord(`error.${said.error}`)) return { ok: false, text: word(`error.${said.error}`) };
  return { ok: said.ok, text: pick(said.text) };
}

/** @type {number | null} */
let ownPort = null;

/** Says on which port the emergency stop alone is heard, which no load on the page's port can take. */
export function setStopPort(/** @type {number | null} */ port) {
  ownPort = port;
}

/** Asks for the emergency stop on both ways at once; the first that the table answers counts. */
async function stopAll(/** @type {Promise<any>} */ asked, /** @type {string} */ id) {
  const ways = [asked];
  // A page's policy can name no IPv6 address, and a page over TLS may ask for nothing without.
  if (ownPort !== null && location.protocol === "http:" && !location.hostname.includes(":")) {
    const address = `http://${location.hostname}:${ownPort}/estop?request=${id}`;
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
    return { ok: false, text: word("error.estop-lost") };
  }
}
