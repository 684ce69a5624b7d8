import type { JsonObject } from "@bufbuild/protobuf";
import { Backoff } from "../backoff.js";
import type { FollowOptions } from "../calls.js";
import { RefereeError, Refused, Unreachable } from "../errors.js";
import { anyOf, sleep } from "../waiting.js";
import { eventsOf, type ServerEvent } from "./events.js";
import { refusedOf } from "./problems.js";

/** Milliseconds without any byte after which a stream counts as lost; heartbeats come every ten seconds. */
const IDLE_MS = 35_000;
const NO_CONTENT = 204;

/** Opens the stream after an event; empty: from the beginning. */
type Open = (lastId: string, signal: AbortSignal) => Promise<Response>;

/** One stream across breaks: it goes on after the last event that came. */
export class Following {
  readonly #open: Open;
  readonly #options: FollowOptions;
  readonly #backoff = new Backoff();
  #lastId = "";
  #retryMs = 0;
  #told = false;
  #failingSince: number | undefined;

  constructor(open: Open, options: FollowOptions) {
    this.#open = open;
    this.#options = options;
  }

  /** The data of every message, until the referee says that there are no more. */
  async *messages(): AsyncGenerator<string, void, undefined> {
    const closing = new AbortController();
    const signal = anyOf(this.#options.signal, closing.signal) ?? closing.signal;
    try {
      for (;;) {
        let lost: unknown = new Unreachable("the stream was cut");
        try {
          if (yield* this.#stream(signal)) return;
        } catch (error) {
          this.#options.signal?.throwIfAborted();
          lost = error;
        }
        await sleep(this.#wait(lost), signal);
      }
    } finally {
      closing.abort();
    }
  }

  /** One stream; true if it has come to its end. */
  async *#stream(signal: AbortSignal): AsyncGenerator<string, boolean, undefined> {
    const response = await this.#open(this.#lastId, signal);
    if (response.status === NO_CONTENT || response.body === null) return true;
    this.#options.onState?.("open");
    for await (const event of eventsOf(response.body, IDLE_MS)) {
      this.#came(event);
      if (event.name === "end") return true;
      if (event.name === "refused") throw refusedOf(JSON.parse(event.data) as JsonObject);
      if (event.name !== "message" || event.data === "") continue;
      this.#told = true;
      yield event.data;
    }
    return false;
  }

  #came(event: ServerEvent): void {
    this.#backoff.reset();
    this.#failingSince = undefined;
    if (event.id !== undefined) this.#lastId = event.id;
    if (event.retryMs !== undefined) this.#retryMs = event.retryMs;
  }

  /** Milliseconds until the stream is to be opened again; throws where it is not. */
  #wait(lost: unknown): number {
    const asked = lost instanceof Refused ? lost.retryAfterMs : undefined;
    const leaving = lost instanceof Refused && lost.reason === "DRAINING";
    if (lost instanceof Refused && asked === undefined && !leaving) throw lost;
    const now = performance.now();
    this.#failingSince ??= now;
    const late = now - this.#failingSince > (this.#options.patienceMs ?? Number.POSITIVE_INFINITY);
    // A stream without ids would begin anew and tell everything once more.
    if (late || (this.#told && this.#lastId === "")) {
      throw lost instanceof RefereeError ? lost : new Unreachable(String(lost), { cause: lost });
    }
    this.#options.onState?.("lost", lost instanceof Error ? lost : new Unreachable(String(lost)));
    return this.#backoff.next(asked ?? this.#retryMs);
  }
}
