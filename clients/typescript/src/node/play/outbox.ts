import { create } from "@bufbuild/protobuf";
import type { Decision } from "../../gen/euchre/v1/game_pb.js";
import { type PlayRequest, PlayRequestSchema } from "../../gen/euchre/v1/player_service_pb.js";

/** Decisions in one frame; what the referee puts into one of its own. */
const MOST_DECISIONS = 256;

/**
 * The player's side of one `Play` stream: whatever is ready leaves in the next frame. After a break it swallows what it
 * is given: the referee sends every open turn again on the next stream.
 */
export class Outbox implements AsyncIterable<PlayRequest> {
  readonly #openFrames: number;
  #decisions: Decision[] = [];
  #acknowledged = 0;
  #told = 0;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(openFrames: number) {
    this.#openFrames = openFrames;
  }

  /** The frame of this number has been received. */
  acknowledge(number: number): void {
    this.#acknowledged = number;
    this.#wake();
  }

  /** Puts a decision into the next frame. */
  add(decision: Decision): void {
    if (this.#closed) return;
    this.#decisions.push(decision);
    this.#wake();
  }

  /** The stream is over. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlayRequest> {
    yield create(PlayRequestSchema, { openFrames: this.#openFrames });
    while (!this.#closed) {
      if (this.#decisions.length > 0 || this.#told !== this.#acknowledged) yield this.#frame();
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #frame(): PlayRequest {
    this.#told = this.#acknowledged;
    const decisions = this.#decisions.splice(0, MOST_DECISIONS);
    return create(PlayRequestSchema, { acknowledged: this.#acknowledged, decisions });
  }
}
