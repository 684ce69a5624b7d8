import { setImmediate } from "node:timers/promises";
import { type Answer, decision } from "../../decisions.js";
import type { Decision, Turn } from "../../gen/euchre/v1/game_pb.js";
import { type DecisionsMade, sameHead } from "./decided.js";
import type { Outbox } from "./outbox.js";

/**
 * From a turn to an action, at once or later; undefined: no answer, the clock decides. The signal is aborted when the
 * turn has been decided otherwise meanwhile.
 */
export type Bot = (turn: Turn, signal: AbortSignal) => Answer | undefined | Promise<Answer | undefined>;

/** Milliseconds that a bot may go on deciding before what is decided leaves and new frames are read. */
const SLICE_MS = 2;

/** A turn that a bot is thinking about. */
interface Thought {
  readonly turn: Turn;
  readonly stale: AbortController;
}

/** Asks the bot about turns; decisions go to the outbox of the stream that stands at that time. */
export class Desk {
  readonly #bot: Bot;
  readonly #made: DecisionsMade;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Map<string, Turn>();
  readonly #thinking = new Map<string, Thought>();
  #outbox: Outbox | undefined;
  #working = false;

  constructor(bot: Bot, made: DecisionsMade, failed: (error: unknown) => void) {
    this.#bot = bot;
    this.#made = made;
    this.#failed = failed;
  }

  /** A new stream stands; the turns that were waiting come again. */
  open(outbox: Outbox): void {
    this.#outbox = outbox;
    this.#waiting.clear();
  }

  /** Turns to decide on. Never waits for the bot. */
  take(turns: readonly Turn[]): void {
    for (const turn of turns) {
      const seat = `${turn.game} ${turn.seat ?? 0}`;
      const thought = this.#thinking.get(seat);
      if (thought !== undefined) {
        if (thought.turn.version === turn.version && sameHead(thought.turn.head, turn.head)) continue;
        // The clock has decided what the bot still thinks about.
        this.#drop(seat, thought);
      }
      this.#waiting.set(seat, turn);
    }
    if (!this.#working) this.#work().catch(this.#failed);
  }

  /** Sends a decision that needs no asking. */
  send(made: Decision): void {
    this.#outbox?.add(made);
  }

  /** Lets go of everything under way. */
  close(): void {
    this.#waiting.clear();
    this.#outbox = undefined;
    for (const [seat, thought] of [...this.#thinking]) this.#drop(seat, thought);
  }

  async #work(): Promise<void> {
    this.#working = true;
    try {
      while (this.#waiting.size > 0) {
        // What was decided before leaves first.
        await setImmediate();
        const end = performance.now() + SLICE_MS;
        for (const [seat, turn] of this.#waiting) {
          this.#waiting.delete(seat);
          this.#ask(seat, turn);
          if (performance.now() >= end) break;
        }
      }
    } finally {
      this.#working = false;
    }
  }

  #ask(seat: string, turn: Turn): void {
    const again = this.#made.again(turn);
    if (again !== undefined) {
      this.send(again);
      return;
    }
    const stale = new AbortController();
    const answer = this.#bot(turn, stale.signal);
    if (!(answer instanceof Promise)) {
      this.#decided(turn, answer);
      return;
    }
    const thought = { turn, stale };
    this.#thinking.set(seat, thought);
    answer
      .then(
        (settled) => {
          if (this.#thinking.get(seat) !== thought) return;
          this.#thinking.delete(seat);
          this.#decided(turn, settled);
        },
        (error: unknown) => {
          if (this.#thinking.get(seat) === thought) this.#failed(error);
        },
      )
      .catch(this.#failed);
  }

  #decided(turn: Turn, answer: Answer | undefined): void {
    if (answer === undefined) return;
    const made = decision(turn, answer);
    this.#made.keep(made);
    this.send(made);
  }

  #drop(seat: string, thought: Thought): void {
    this.#thinking.delete(seat);
    thought.stale.abort();
  }
}
