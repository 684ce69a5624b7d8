/** The service's adjudication of a game (docs/records.md, "Adjudication"; docs/egn.md, "How a game is judged"). */

import type { TrumpLetter } from "../cards/card.ts";

/** A completed deal. What a file in Euchre Game Notation does not tell is null. */
export interface DealAnswer {
  readonly dealer: number;
  readonly maker: number | null;
  readonly trump: TrumpLetter | null;
  readonly alone: boolean;
  readonly bid: number | null;
  readonly partner: number | null;
  readonly lone_defender: number | null;
  readonly withdrew: readonly number[];
  readonly tricks: readonly number[] | null;
  readonly points: readonly number[] | null;
  readonly outcome: string | null;
}

/** Where a record goes wrong; counted from 0, null where a number does not apply. */
export interface RecordError {
  readonly deal: number | null;
  readonly action: number | null;
  readonly reason: string;
}

/** A fault of a game in Euchre Game Notation. */
export interface EgnFault {
  readonly deal: number | null;
  readonly trick: number | null;
  readonly call: number | null;
  readonly seat: number | null;
  readonly reason: string;
  readonly detail: string;
}

export interface OptionProblem {
  readonly option?: string;
  readonly [more: string]: unknown;
}

export interface Answer {
  readonly id: string | null;
  readonly ruleset_hash?: string | null;
  readonly error: RecordError | null;
  readonly detail?: string;
  readonly problems?: readonly OptionProblem[];
  readonly faults?: readonly EgnFault[];
  readonly deals?: readonly DealAnswer[];
  readonly scores?: readonly number[] | null;
  readonly finished?: boolean;
  readonly ended_by?: string | null;
  readonly winners?: readonly number[];
  readonly game_value?: number;
  readonly carried?: readonly number[] | null;
  readonly to_act?: { readonly seat: number; readonly legal: readonly string[] } | null;
  readonly current?: {
    readonly dealer: number;
    readonly maker: number | null;
    readonly trump: TrumpLetter | null;
    readonly tricks: readonly number[];
    readonly trick: readonly string[];
  } | null;
  readonly end?: { readonly termination?: string; readonly seat?: number } | null;
  readonly stated_scores_agree?: boolean | null;
}
