/** One game as it runs: followed from the referee, for a seat or for a spectator, across lost connections. */
import {
  type Action,
  ActionKind,
  call,
  type Clocks,
  follow,
  type GetViewResponse,
  Refused,
  RefereeService,
  type SeatStanding,
  type Turn,
  type View,
  type WatchResponse,
} from "../api/referee.ts";
import { cardText } from "../cards/card.ts";
import type { HeldSeat } from "./seats.ts";
import { Showing } from "./showing.svelte.ts";

export type Connection = "connecting" | "live" | "lost" | "ended";

/** Of a refusal, what the table shows; the action can be that of a card, which is then named. */
export interface Denied {
  readonly refused: Refused;
  readonly card: string | null;
}

/** So many untold answers of the referee are shown without waiting: one looks on at bots that play fast. */
const FAR_BEHIND = 40;

export class LiveGame {
  connection = $state<Connection>("connecting");
  /** Why nothing can be shown at all. */
  failure = $state.raw<Refused | null>(null);
  info = $state.raw<GetViewResponse | null>(null);
  view = $state.raw<View | null>(null);
  /** The reader's turn, once what came before has been shown. */
  turn = $state.raw<Turn | null>(null);
  standings = $state.raw<readonly SeatStanding[]>([]);
  /** When the time of the seat to act is over, by `performance.now()`; null where nothing is known of it. */
  deadline = $state<number | null>(null);
  denied = $state.raw<Denied | null>(null);
  /** The action that is on its way to the referee. */
  acting = $state.raw<Action | null>(null);
  readonly showing = new Showing();

  #stop = new AbortController();
  /** What was told is shown one after another, while more is being told. */
  #shown: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    readonly game: string,
    readonly held: HeldSeat | null,
  ) {}

  /** Follows the game until it is over or `leave` is called. */
  async start(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.refresh();
        await this.#follow();
        this.connection = "ended";
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        if (error.reason === "HISTORY_CHANGED") {
          await this.#shown;
          this.showing.clear();
          this.turn = null;
        } else if (error.reason === "UNREACHABLE") {
          this.connection = "lost";
        } else {
          this.failure = error;
          this.connection = "ended";
          return;
        }
      }
    }
  }

  leave(): void {
    this.#stop.abort();
  }

  /** Reads the names, clocks and rules of the table anew. */
  async refresh(): Promise<void> {
    const { signal } = this.#stop;
    this.info = await call(RefereeService.method.getView, { game: this.game, ...this.#seat() }, { token: this.#token(), signal });
  }

  /** Decides; a refusal is shown until the next decision or turn. */
  async act(action: Action): Promise<void> {
    const { turn } = this;
    if (!turn || this.acting) return;
    this.acting = action;
    this.denied = null;
    try {
      const decision = { game: this.game, version: turn.version, head: turn.head, seat: turn.seat, choice: { case: "action", value: action } as const };
      await call(RefereeService.method.act, { decision }, { token: this.#token() });
      if (this.turn === turn) this.turn = null;
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused("UNREACHABLE", "");
      if (this.acting === action) this.denied = { refused, card: action.card ? cardText(action.card) : null };
    } finally {
      if (this.acting === action) this.acting = null;
    }
  }

  /** Gives the game up. */
  async resign(): Promise<void> {
    await call(RefereeService.method.resign, { game: this.game, ...this.#seat() }, { token: this.#token() });
  }

  /** Follows the game from its beginning, across lost connections, until all of it has been told. */
  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const onState = (state: "open" | "lost"): void => void (this.connection = state === "open" ? "live" : "lost");
    const options = { token: this.#token(), signal, onState };
    const request = { game: this.game, own: this.held !== null, ...this.#seat() };
    for await (const told of follow(RefereeService.method.watch, request, options)) {
      this.#waiting += 1;
      this.#shown = this.#shown.then(() => this.#take(told, signal)).finally(() => (this.#waiting -= 1));
    }
    await this.#shown;
  }

  async #take(told: WatchResponse, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const players = told.events.some(({ what }) => what.case === "seatTaken");
    if (players && this.info) await this.refresh().catch(() => undefined);
    if (told.turn && told.turn.version !== this.turn?.version) {
      this.denied = null;
      // The one before is decided, though the answer to what decided it may still be on its way.
      this.acting = null;
    }
    this.turn = null;
    const dealt = told.events.some(({ what }) => what.case === "dealt" || what.case === "dealOver");
    // A new deal's hand is to be seen only once the deal before has been looked at.
    if (!dealt && told.view) this.#set(told);
    await this.showing.show(told.events, this.#waiting > FAR_BEHIND, signal);
    if (signal.aborted) return;
    if (told.view) this.#set(told);
    this.turn = told.turn ?? null;
  }

  #set(told: WatchResponse): void {
    this.view = told.view ?? null;
    this.standings = told.standings;
    this.deadline = this.#deadline(told);
  }

  /** The turn says it exactly; for other seats it is estimated from the clocks, the referee's delay left out. */
  #deadline(told: WatchResponse): number | null {
    const seat = told.view?.toAct;
    if (seat === undefined) return null;
    if (told.turn) return told.turn.timeLeftMs === undefined ? null : performance.now() + told.turn.timeLeftMs;
    const clocks = this.info?.clocks;
    const bank = told.standings[seat]?.bankLeftMs;
    if (!clocks || !hasClock(clocks)) return null;
    return performance.now() + clocks.actionLimitMs + (bank ?? 0);
  }

  #seat(): { seat?: number } {
    return this.held ? { seat: this.held.seat } : {};
  }

  #token(): string | undefined {
    return this.held?.token || undefined;
  }
}

/** Whether a table has a clock at all. */
export function hasClock(clocks: Clocks): boolean {
  return clocks.actionLimitMs > 0 || (clocks.bankMs ?? 0) > 0;
}

/** Whether an action chooses one of the cards in one's own hand. */
export function isOfHand(action: Action): boolean {
  return [ActionKind.PLAY, ActionKind.DISCARD, ActionKind.GIVE, ActionKind.SWAP].includes(action.kind);
}
