// Asking the front door: JSON in, JSON out, and its refusals as sentences for the reader.

import { hasWord, pick, word } from "./words.js";

/**
 * What the front door answers to something that was to be done.
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {() => string} text Why not, in the language of the moment; empty if it was done.
 * @property {any} told The whole answer.
 */

/**
 * Fetches what is told at an address. Throws if there is no answer.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function ask(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Makes a way to fetch what changes: its answer is null where it was asked for again meanwhile, for that answer is newer.
 * @returns {(address: string) => Promise<any>}
 */
export function newest() {
  let questions = 0;
  return async (address) => {
    const mine = (questions += 1);
    const told = await ask(address);
    return mine === questions ? told : null;
  };
}

/**
 * Has something done.
 * @param {string} address
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export async function post(address, body = {}) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    return { ok: answer.ok, text: () => (answer.ok ? "" : why(told)), told };
  } catch {
    return { ok: false, text: () => word("error.lost"), told: {} };
  }
}

/**
 * Why something was refused.
 * @param {any} told
 * @returns {string}
 */
export function why(told) {
  if (Array.isArray(told.problems)) return told.problems.map(problem).join("\n");
  if (hasWord(`error.${told.error}`)) return word(`error.${told.error}`);
  return told.text ? pick(told.text) : "";
}

/**
 * One of several problems; where it lies in a file, with the line.
 * @param {{ at: string, text: import("./views").Words }} one
 */
function problem({ at, text }) {
  const place = /^.+:\d+(?=$|:)/.exec(at);
  return place === null ? pick(text) : `${place[0]}: ${pick(text)}`;
}
