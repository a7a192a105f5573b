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
  try {
    const answer = await fetch("command", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...keyHeaders() },
      body: JSON.stringify({ name, args }),
      signal: AbortSignal.timeout(name === "estop" ? ESTOP_MS : COMMAND_MS),
    });
    const said = await answer.json();
    if (hasWord(`error.${said.error}`)) return { ok: false, text: word(`error.${said.error}`) };
    return { ok: said.ok, text: pick(said.text) };
  } catch (error) {
    return { ok: false, text: word(name === "estop" ? "error.estop-lost" : "error.lost") };
  }
}
