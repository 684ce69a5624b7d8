import type { Decision, Turn, Verdict } from "../../gen/euchre/v1/game_pb.js";

/** The last decision of every seat: a turn that is sent again after a break meets the same answer. */
export class DecisionsMade {
  readonly #last = new Map<string, Map<number, Decision>>();

  /** The decision that was already made on exactly this turn. */
  again(turn: Turn): Decision | undefined {
    const last = this.#last.get(turn.game)?.get(turn.seat ?? 0);
    return last?.version === turn.version && sameHead(last.head, turn.head) ? last : undefined;
  }

  /** Remembers a decision until the seat's next one. */
  keep(made: Decision): void {
    const seats = this.#last.get(made.game) ?? new Map<number, Decision>();
    this.#last.set(made.game, seats.set(made.seat ?? 0, made));
  }

  /**
   * The last decision of a seat that a verdict is about. One that names no seat is about the version's only one: no two
   * seats are to act at once.
   */
  judged(verdict: Verdict): Decision | undefined {
    const seats = this.#last.get(verdict.game);
    for (const [seat, last] of seats ?? []) {
      if (last.version === verdict.version && (verdict.seat ?? seat) === seat) return last;
    }
    return undefined;
  }

  /** A decision does not stand: should its turn come again, the bot is asked again. */
  forget(made: Decision): void {
    this.#last.get(made.game)?.delete(made.seat ?? 0);
  }

  /** The game is over. */
  forgetGame(game: string): void {
    this.#last.delete(game);
  }
}

/** Two heads of a log are the same. */
export function sameHead(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}
