// The state of a page, in one place: parts of the page read it, and are told when it has changed.

/**
 * @template {object} State
 */
export class Store {
  /** @param {State} initial */
  constructor(initial) {
    this.state = Object.freeze({ ...initial });
    /** @type {Set<(state: Readonly<State>, before: Readonly<State>) => void>} */
    this.listeners = new Set();
  }

  /** The state as it is now; it never changes, a later one takes its place. */
  get() {
    return this.state;
  }

  /**
   * Takes over these values. Whoever listens hears of it at once, unless nothing is another.
   * @param {Partial<State>} values
   */
  set(values) {
    const before = this.state;
    const keys = /** @type {(keyof State)[]} */ (Object.keys(values));
    if (keys.every((key) => Object.is(before[key], values[key]))) return;
    this.state = Object.freeze({ ...before, ...values });
    for (const listener of [...this.listeners]) listener(this.state, before);
  }

  /**
   * Calls back with every new state and the one before it. Returns a function that ends it.
   * @param {(state: Readonly<State>, before: Readonly<State>) => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
