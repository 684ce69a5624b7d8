import { equals } from "@bufbuild/protobuf";
import { Backoff } from "../../backoff.js";
import { type Answer, decision } from "../../decisions.js";
import { Refused, Unreachable } from "../../errors.js";
import { DecisionSchema, type GameEnd, type Refusal, type Verdict } from "../../gen/euchre/v1/game_pb.js";
import type { PlayRequest, PlayResponse } from "../../gen/euchre/v1/player_service_pb.js";
import { anyOf, sleep } from "../../waiting.js";
import { errorOf } from "../grpc/refusals.js";
import { DecisionsMade } from "./decided.js";
import { type Bot, Desk } from "./desk.js";
import { Outbox } from "./outbox.js";

/** Milliseconds without any frame before play gives up on the referee. */
const PATIENCE_MS = 300_000;
/** Ends remembered, so that one which comes again on a new stream is told once. */
const MOST_TOLD = 65_536;

/** Thrown by a bot or a callback to end `play` in good order. */
export class StopPlaying extends Error {
  override readonly name = "StopPlaying";
}

/** What came of playing so far. */
export interface Played {
  /** Games that ended, of those in which there was a turn or which the client knew. */
  games: number;
  /** Decisions that stand in a log. */
  decisions: number;
  /** Decisions that were refused, but for those that another one had overtaken. */
  refused: number;
  /** Streams that broke and were opened again. */
  reconnects: number;
}

/** How to play. */
export interface PlayOptions {
  /** Ends when so many games are over; absent: never by itself. */
  readonly games?: number;
  /** Frames of turns that may be open at once, 1 (default) or 2. */
  readonly openFrames?: 1 | 2;
  /** Milliseconds without the referee after which `Unreachable` is thrown; 300,000 if absent. */
  readonly patienceMs?: number;
  /** Ends playing, in good order. */
  readonly signal?: AbortSignal;
  readonly onEnd?: (end: GameEnd) => void;
  readonly onVerdict?: (verdict: Verdict) => void;
  /** Where the refusal names legal actions the decision is still open, and another answer may be given. */
  readonly onRefusal?: (verdict: Verdict) => Answer | undefined;
  /** Called when the stream stands, and when it was lost and will be opened again. */
  readonly onState?: (state: "open" | "lost", why?: Error) => void;
}

/** Opens a stream of frames. */
export type OpenStream = (requests: AsyncIterable<PlayRequest>, signal: AbortSignal) => AsyncIterable<PlayResponse>;

/** One session's play: keeps a stream open and the bot busy. */
export class Player {
  readonly played: Played = { games: 0, decisions: 0, refused: 0, reconnects: 0 };
  readonly #openStream: OpenStream;
  readonly #options: PlayOptions;
  readonly #unfinished: Set<string>;
  readonly #made = new DecisionsMade();
  readonly #desk: Desk;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #backoff = new Backoff();
  readonly #told = new Set<string>();
  #lastFrame = performance.now();
  #fault: unknown;

  constructor(openStream: OpenStream, bot: Bot, unfinished: Set<string>, options: PlayOptions) {
    this.#openStream = openStream;
    this.#options = options;
    this.#unfinished = unfinished;
    this.#desk = new Desk(bot, this.#made, (error) => this.#stop(error));
    this.#signal = anyOf(options.signal, this.#stopping.signal) ?? this.#stopping.signal;
  }

  /** Plays until there is a reason to stop. Throws `Refused`, `Unreachable`, and what the bot or a callback throws. */
  async run(): Promise<Played> {
    try {
      while (!this.#signal.aborted && !this.#enough()) {
        const lost = await this.#oneStream();
        if (!this.#signal.aborted && !this.#enough()) await this.#pause(lost);
      }
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#desk.close();
    }
    if (this.#fault !== undefined) throw this.#fault;
    return this.played;
  }

  /** One stream; why it is over, if it was not closed in good order. */
  async #oneStream(): Promise<Error | undefined> {
    const outbox = new Outbox(this.#options.openFrames ?? 1);
    const closing = new AbortController();
    this.#desk.open(outbox);
    try {
      let first = true;
      for await (const frame of this.#openStream(outbox, anyOf(this.#signal, closing.signal) ?? closing.signal)) {
        if (first) this.#options.onState?.("open");
        first = false;
        this.#lastFrame = performance.now();
        this.#backoff.reset();
        this.#receive(frame, outbox);
        if (this.#enough() || this.#signal.aborted) break;
      }
      return undefined;
    } catch (error) {
      return errorOf(error, true);
    } finally {
      outbox.close();
      closing.abort();
    }
  }

  /** Waits before the next stream; throws where there is to be none. */
  async #pause(lost: Error | undefined): Promise<void> {
    const asked = lost instanceof Refused ? lost.retryAfterMs : undefined;
    if (lost instanceof Refused && asked === undefined && lost.reason !== "DRAINING") throw lost;
    const silent = performance.now() - this.#lastFrame;
    if (lost !== undefined && silent > (this.#options.patienceMs ?? PATIENCE_MS)) throw lost;
    this.played.reconnects += 1;
    this.#options.onState?.("lost", lost ?? new Unreachable("the referee closed the stream"));
    await sleep(this.#backoff.next(asked), this.#signal);
  }

  #receive(frame: PlayResponse, outbox: Outbox): void {
    if (frame.turns.length > 0) {
      outbox.acknowledge(frame.number);
      for (const turn of frame.turns) this.#unfinished.add(turn.game);
      this.#desk.take(frame.turns);
    }
    this.#guarded(() => {
      for (const verdict of frame.verdicts) this.#judged(verdict);
      for (const end of frame.ends) this.#over(end);
    });
  }

  /** What a callback throws ends playing, and is no fault of the stream. */
  #guarded(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#stop(error);
    }
  }

  #stop(error: unknown): void {
    if (!(error instanceof StopPlaying)) this.#fault ??= error;
    this.#stopping.abort();
  }

  #enough(): boolean {
    return this.played.games >= (this.#options.games ?? Number.POSITIVE_INFINITY);
  }

  #over(end: GameEnd): void {
    // Every new stream tells the ends of all games that the referee still keeps, those of earlier runs too.
    if (this.#unfinished.delete(end.game)) this.played.games += 1;
    this.#made.forgetGame(end.game);
    if (this.#options.onEnd === undefined || this.#told.has(end.game)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MOST_TOLD && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(end.game);
    this.#options.onEnd(end);
  }

  #judged(verdict: Verdict): void {
    this.#options.onVerdict?.(verdict);
    if (verdict.outcome.case === "refusal") this.#refused(verdict, verdict.outcome.value);
    else this.played.decisions += 1;
  }

  #refused(verdict: Verdict, refusal: Refusal): void {
    const made = this.#made.judged(verdict);
    if (refusal.retryMs !== undefined) {
      const again = () => made !== undefined && this.#made.judged(verdict) === made && this.#desk.send(made);
      sleep(refusal.retryMs, this.#signal).then(again, () => undefined);
      return;
    }
    // It may be about an older decision of this version, on the history that is lost; the one that is remembered is
    // given again on nothing but its own head.
    if (refusal.reason === "HISTORY_CHANGED") return;
    if (made !== undefined) this.#made.forget(made);
    if (refusal.reason === "ALREADY_DECIDED") return;
    this.played.refused += 1;
    const another = this.#options.onRefusal?.(verdict);
    // Only what is open can be decided anew, and the same action would meet the same refusal for ever.
    if (made === undefined || another === undefined || refusal.legal.length === 0) return;
    const choice = decision(made, another);
    if (equals(DecisionSchema, choice, made)) return;
    this.#made.keep(choice);
    this.#desk.send(choice);
  }
}
