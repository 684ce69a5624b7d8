/** Everybody against everybody, from the pairs that the referee tells in one direction. */

import { PairVerdict, type BoardMean, type PairStanding } from "euchre-client";

export interface Cell {
  /** Points per seat of the row's entrant, less the column's; null while they have not met. */
  readonly difference: Pick<BoardMean, "mean" | "low" | "high" | "boards"> | null;
  readonly verdict: PairVerdict;
  /** The same in words, as the referee says it. */
  readonly sentence: string;
}

const TURNED: Readonly<Partial<Record<PairVerdict, PairVerdict>>> = {
  [PairVerdict.BEATS]: PairVerdict.LOSES,
  [PairVerdict.LOSES]: PairVerdict.BEATS,
};

/** The cells by row and column; null on the diagonal and where nothing is told. */
export function crosstable(entrants: readonly string[], pairs: readonly PairStanding[]): (Cell | null)[][] {
  return entrants.map((row) => entrants.map((column) => cell(row, column, pairs)));
}

function cell(row: string, column: string, pairs: readonly PairStanding[]): Cell | null {
  const own = pairs.find(({ first, second }) => first === row && second === column);
  if (own) return { difference: own.difference ?? null, verdict: own.verdict, sentence: own.sentence };
  const other = pairs.find(({ first, second }) => first === column && second === row);
  if (!other) return null;
  const { difference, verdict, sentence } = other;
  return { difference: difference ? turned(difference) : null, verdict: TURNED[verdict] ?? verdict, sentence };
}

/** A difference as the other sees it. */
export function turned({ mean, low, high, boards }: BoardMean): NonNullable<Cell["difference"]> {
  const negative = (value: number | undefined) => (value === undefined ? undefined : -value);
  return { boards, mean: -mean, low: negative(high), high: negative(low) };
}
