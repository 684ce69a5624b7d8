/** A game as it is stepped through: deals, their steps, and the table after each. */

import type { DealAnswer, EgnFault } from "./answer.ts";
import type { Scene } from "./scene.ts";

export interface Fault {
  readonly reason: string;
  /** For people, with the rule's section; empty if the service told none. */
  readonly detail: string;
}

/** What the record says of an action that was not its seat's own free choice. */
export interface Mark {
  readonly mark: string;
  readonly cause: string | null;
  readonly seat: number | null;
  /** The action that was refused, of a strike. */
  readonly refused: string | null;
  readonly reason: string | null;
}

export interface Step {
  /** Null where a file does not tell who acted. */
  readonly seat: number | null;
  /** In the record's words without the seat: "play Jd"; "?" stands for what is not told. */
  readonly action: string;
  /** The trick that it belongs to, from 1; 0 before the play. */
  readonly trick: number;
  readonly scene: Scene;
  readonly faults: readonly Fault[];
  /** What the referee noted before or about this action. */
  readonly marks: readonly Mark[];
  /** False where the judgement does not reach: after the first fault of a record. */
  readonly judged: boolean;
}

export interface Deal {
  readonly first: Scene;
  readonly steps: readonly Step[];
  /** Faults of the deal as such. */
  readonly faults: readonly Fault[];
  /** What was noted after its last action. */
  readonly marks: readonly Mark[];
  readonly answer: DealAnswer | null;
  /** Scores by seat before it; null where that cannot be told. */
  readonly scores: readonly number[] | null;
}

export interface Game {
  readonly notation: "record" | "egn";
  readonly id: string | null;
  readonly preset: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly players: readonly string[];
  readonly deals: readonly Deal[];
}

/** A moment of a game: so many steps into a deal. */
export interface Place {
  readonly deal: number;
  readonly step: number;
}

/** The table at a place. */
export function sceneAt(game: Game, { deal, step }: Place): Scene | null {
  const found = game.deals[deal];
  if (!found) return null;
  return step === 0 ? found.first : (found.steps[step - 1]?.scene ?? null);
}

/** All places of faults, in their order. */
export function faultPlaces(game: Game): Place[] {
  return game.deals.flatMap(({ faults, steps }, deal) => [
    ...(faults.length ? [{ deal, step: 0 }] : []),
    ...steps.flatMap((step, at) => (step.faults.length ? [{ deal, step: at + 1 }] : [])),
  ]);
}

/** The place at which a trick's first card lies on the table; the deal's beginning if there is no such trick. */
export function trickPlace(game: Game, deal: number, trick: number): Place {
  const at = game.deals[deal]?.steps.findIndex((step) => step.trick === trick) ?? -1;
  return { deal, step: at + 1 };
}

/** The places before and after one, through all deals; null at the ends. */
export function neighbours(game: Game, { deal, step }: Place): { before: Place | null; after: Place | null } {
  const length = (at: number) => game.deals[at]?.steps.length ?? 0;
  const before = step > 0 ? { deal, step: step - 1 } : deal > 0 ? { deal: deal - 1, step: length(deal - 1) } : null;
  const last = deal + 1 >= game.deals.length;
  const after = step < length(deal) ? { deal, step: step + 1 } : last ? null : { deal: deal + 1, step: 0 };
  return { before, after };
}

/** The fault of a file, as steps have it. */
export function faultOf({ reason, detail }: EgnFault): Fault {
  return { reason, detail };
}
