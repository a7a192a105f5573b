// Steps of a replay as plain values: which is named by an address, which comes next.

/**
 * The step that an address names behind its #: a number, or round and row (r2.3); the start, if it names none.
 * @param {string} hash
 * @param {import("../shared/views").ReplayStep[]} steps
 */
export function stepOf(hash, steps) {
  const row = /^#r(\d+)\.(\d+)$/.exec(hash);
  if (row !== null) {
    // What was undone was played again: the last time counts.
    const found = steps.findLastIndex((step) => step.round === Number(row[1]) && step.row === Number(row[2]) && step.kind !== "end" && step.kind !== "undo");
    return Math.max(found, 0);
  }
  return within(Number(/^#(\d+)$/.exec(hash)?.[1] ?? 0), steps.length);
}

/**
 * The address of a step: by round and row, where that names it, so that people understand it.
 * @param {number} index
 * @param {import("../shared/views").ReplayStep[]} steps
 */
export function addressOf(index, steps) {
  const step = steps[index];
  const named = step === undefined || step.round === 0 ? "" : `#r${step.round}.${step.row}`;
  return named !== "" && stepOf(named, steps) === index ? named : `#${index}`;
}

/**
 * A step that there is.
 * @param {number} index
 * @param {number} count
 */
export const within = (index, count) => Math.min(Math.max(index, 0), count - 1);
