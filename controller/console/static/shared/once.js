// What is asked for once, however often its button is pressed.

/**
 * What is asked for once at a time: pressed again while it is under way, or while the browser goes on to what came of it, nothing
 * happens.
 * @template {unknown[]} Given
 * @param {(...given: Given) => Promise<boolean | void>} act Returns whether the browser leaves the page.
 * @returns {(...given: Given) => Promise<void>}
 */
export function once(act) {
  let busy = false;
  // The browser has kept the page, and somebody comes back to it.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) busy = false;
  });
  return async (...given) => {
    if (busy) return;
    busy = true;
    try {
      busy = (await act(...given)) === true;
    } catch (error) {
      busy = false;
      throw error;
    }
  };
}
