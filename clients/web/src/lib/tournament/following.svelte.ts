/** One tournament as it goes on: followed from the referee across lost connections. */

import {
  call,
  follow,
  Refused,
  TournamentService,
  TournamentState,
  type Tournament,
  type TournamentStandings,
  type WatchTournamentResponse,
} from "../api/referee.ts";

export type Connection = "connecting" | "live" | "lost" | "over";

/** A tournament that plays fast is asked for again no sooner than this. */
const REST_MS = 700;
const GONE = ["TOURNAMENT_NOT_FOUND", "UNAUTHENTICATED", "PERMISSION_DENIED", "INVALID_REQUEST"];

export class Following {
  connection = $state<Connection>("connecting");
  failure = $state.raw<Refused | null>(null);
  tournament = $state.raw<Tournament | null>(null);
  standings = $state.raw<TournamentStandings | null>(null);
  /** Grows whenever something has happened that lists of games should show. */
  changes = $state(0);

  readonly #stop = new AbortController();
  #refreshing: Promise<void> | null = null;
  #again = false;

  constructor(readonly id: string) {}

  /** Follows the tournament until it is over or `leave` is called. */
  async start(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#read();
        await this.#follow();
        if (this.#isOver()) return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        if (GONE.includes(error.reason)) {
          this.failure = error;
          return;
        }
        this.connection = "lost";
      }
      await waited(REST_MS, signal);
    }
  }

  leave(): void {
    this.#stop.abort();
  }

  async #read(): Promise<void> {
    const { signal } = this.#stop;
    const [told, standings] = await Promise.all([
      call(TournamentService.method.getTournament, { tournament: this.id }, { signal }),
      call(TournamentService.method.listStandings, { tournament: this.id }, { signal }),
    ]);
    this.tournament = told.tournament ?? null;
    this.standings = standings.standings ?? null;
    if (this.#isOver()) this.connection = "over";
  }

  /** Until the referee says that there is no more; it is opened again wherever it breaks. */
  async #follow(): Promise<void> {
    const { tournament } = this;
    if (!tournament || this.#isOver()) return;
    const request = { tournament: this.id, fromVersion: tournament.version, fromHead: tournament.head, standings: true };
    const onState = (state: "open" | "lost"): void => {
      // Where the stream goes on the rest may have missed something.
      if (state === "open" && this.connection === "lost") this.#refresh();
      this.connection = state === "open" ? "live" : "lost";
    };
    for await (const told of follow(TournamentService.method.watchTournament, request, { signal: this.#stop.signal, onState })) {
      this.#take(told);
    }
    await this.#read();
  }

  #take({ events, standings }: WatchTournamentResponse): void {
    if (standings) this.standings = standings;
    if (events.length) this.#refresh();
  }

  /** Reads the tournament again; what happens meanwhile is read afterwards, at once. */
  #refresh(): void {
    if (this.#refreshing) {
      this.#again = true;
      return;
    }
    const { signal } = this.#stop;
    const read = async (): Promise<void> => {
      do {
        this.#again = false;
        const { tournament } = await call(TournamentService.method.getTournament, { tournament: this.id }, { signal });
        // What was read at the stream's end may have overtaken it.
        if (tournament && tournament.version >= (this.tournament?.version ?? 0)) this.tournament = tournament;
        this.changes += 1;
        await waited(REST_MS, signal);
      } while (this.#again && !signal.aborted);
    };
    // A lost connection is the stream's to tell.
    this.#refreshing = read().catch(() => undefined).finally(() => (this.#refreshing = null));
  }

  #isOver(): boolean {
    const state = this.tournament?.state;
    return state === TournamentState.FINISHED || state === TournamentState.CANCELLED;
  }
}

/** Ends after a time, or at once with the signal. */
export function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
