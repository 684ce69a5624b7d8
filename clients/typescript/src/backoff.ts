const FIRST_MS = 100;
const LONGEST_MS = 5000;

/** Waits that grow from 0.1 s to 5 s, drawn at random so that many clients do not come back at once. */
export class Backoff {
  #ceiling = FIRST_MS;

  /** Milliseconds to wait now, never less than what the referee asked for. */
  next(atLeastMs = 0): number {
    const wait = this.#ceiling * (0.5 + Math.random() / 2);
    this.#ceiling = Math.min(2 * this.#ceiling, LONGEST_MS);
    return atLeastMs + wait;
  }

  /** Begins anew: the last try was a success. */
  reset(): void {
    this.#ceiling = FIRST_MS;
  }
}
