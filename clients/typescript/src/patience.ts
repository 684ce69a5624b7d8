import { Backoff } from "./backoff.js";
import { Refused, Unreachable } from "./errors.js";

/** Milliseconds for one call, its repetitions included. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Says how long to wait before a call is made again, until its time is used up. */
export class Patience {
  readonly #end: number;
  readonly #repeatable: boolean;
  readonly #backoff = new Backoff();

  constructor(timeoutMs: number, repeatable: boolean) {
    this.#end = performance.now() + timeoutMs;
    this.#repeatable = repeatable;
  }

  /** Whole milliseconds that are left. */
  get left(): number {
    return Math.max(1, Math.ceil(this.#end - performance.now()));
  }

  /**
   * Milliseconds to wait before the next try; throws the error where there is to be none. A call that was refused with a
   * time to come back was not carried out and may always be repeated; one without an answer only if repeating changes
   * nothing.
   */
  wait(error: unknown): number {
    const asked = error instanceof Refused ? error.retryAfterMs : undefined;
    if (asked === undefined && !(this.#repeatable && error instanceof Unreachable)) throw error;
    const wait = this.#backoff.next(asked);
    if (performance.now() + wait >= this.#end) throw error;
    return wait;
  }
}
