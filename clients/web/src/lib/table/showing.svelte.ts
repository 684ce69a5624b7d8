/** What the table shows: it follows what happened at a pace that people can follow, not at that of the bots. */
import type { DealResult, Event, GameEnd, PlayedCard } from "../api/referee.ts";
import { ActionKind } from "../api/referee.ts";
import { type Pace, settings } from "../settings.svelte.ts";

/** Milliseconds: a card that falls, a trick that is taken, a deal that is scored. */
const WAITS: Readonly<Record<Pace, { card: number; trick: number; deal: number }>> = {
  slow: { card: 900, trick: 1800, deal: 4000 },
  normal: { card: 450, trick: 1000, deal: 2400 },
  fast: { card: 120, trick: 400, deal: 1000 },
  instant: { card: 0, trick: 0, deal: 0 },
};
/** Of more events than this at once most are old: they are shown without waiting. */
const CATCHING_UP = 12;
const JOURNAL = 400;

export interface Trick {
  readonly cards: readonly PlayedCard[];
  /** Who took it; null while it is played. */
  readonly taker: number | null;
}

export interface Line {
  readonly number: number;
  readonly event: Event;
}

const EMPTY: Trick = { cards: [], taker: null };

/** The state of the table between the referee's answers. */
export class Showing {
  trick = $state.raw<Trick>(EMPTY);
  lastTrick = $state.raw<Trick | null>(null);
  /** The deal that was scored last. */
  lastDeal = $state.raw<DealResult | null>(null);
  /** True while its result is to be noticed. */
  dealJustOver = $state(false);
  end = $state.raw<GameEnd | null>(null);
  journal = $state.raw<readonly Line[]>([]);
  /** What was shown last; read aloud. */
  newest = $state.raw<Event | null>(null);
  #count = 0;

  /** Shows what happened, one event after another, until the signal comes; `hurried`: without waiting. */
  async show(events: readonly Event[], hurried: boolean, signal: AbortSignal): Promise<void> {
    const catchingUp = hurried || events.length > CATCHING_UP;
    for (const event of events) {
      if (signal.aborted) return;
      this.#apply(event);
      if (!catchingUp) await pause(this.#wait(event), signal);
    }
  }

  /** Forgets everything: another history is told from its beginning. */
  clear(): void {
    this.trick = EMPTY;
    this.lastTrick = this.lastDeal = this.end = this.newest = null;
    this.dealJustOver = false;
    this.journal = [];
  }

  #apply(event: Event): void {
    const { what } = event;
    if (what.case === "dealt") {
      this.trick = EMPTY;
      this.lastTrick = null;
    } else if (what.case === "move") {
      this.dealJustOver = false;
      this.#played(what.value.seat ?? 0, what.value.action?.kind, what.value.action?.card ?? 0);
    } else if (what.case === "defaultAction") {
      this.#played(what.value.seat ?? 0, what.value.move?.action?.kind, what.value.move?.action?.card ?? 0);
    } else if (what.case === "trickTaken") {
      this.trick = this.lastTrick = { cards: what.value.cards, taker: what.value.seat ?? 0 };
    } else if (what.case === "dealOver") {
      this.lastDeal = what.value;
      this.dealJustOver = true;
    } else if (what.case === "gameOver") {
      this.end = what.value;
    }
    this.newest = event;
    this.journal = [...this.journal.slice(-JOURNAL), { number: this.#count++, event }];
  }

  #played(seat: number, kind: ActionKind | undefined, card: number): void {
    if (kind !== ActionKind.PLAY) return;
    const before = this.trick.taker === null ? this.trick.cards : [];
    if (before.some((played) => played.seat === seat)) return;
    this.trick = { cards: [...before, { $typeName: "euchre.v1.PlayedCard", seat, card }], taker: null };
  }

  #wait({ what }: Event): number {
    const waits = WAITS[settings.pace];
    if (what.case === "trickTaken") return waits.trick;
    if (what.case === "dealOver" || what.case === "gameOver") return waits.deal;
    return what.case === "move" || what.case === "defaultAction" ? waits.card : 0;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
