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

/** A clip has no more steps. */
const CLIP_STEPS = 6;

/**
 * The step before the first one of a clip that ends with this step: of the same round, and not too many.
 * @param {number} index
 * @param {{ round: number }[]} steps
 */
export function clipFrom(index, steps) {
  let first = index;
  while (first > 0 && index - first < CLIP_STEPS && steps[first].round === steps[index].round) first -= 1;
  return first;
}
