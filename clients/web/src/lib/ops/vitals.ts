/** The few numbers that a referee tells of itself (`/ops/vitals`), and what is reckoned from two looks at them. */

/** How many observations were not above a bound; the last has none. */
export type Buckets = readonly (readonly [number | null, number])[];

export interface Vitals {
  /** Drawn when the process began: behind a balancer each answer may be another's. */
  readonly process: string;
  readonly version: string;
  /** By the process's own clock. */
  readonly atSeconds: number;
  readonly ready: number;
  readonly draining: number;
  readonly storeUp: number;
  readonly decisions: number;
  readonly refusals: number;
  readonly refusalsByService: number;
  readonly timeouts: number;
  readonly gamesWaiting: number;
  readonly gamesRunning: number;
  readonly gamesFinished: number;
  readonly overdueSeconds: number;
  readonly streams: number;
  readonly tournamentsRunning: number;
  readonly tournamentsStalled: number;
  readonly storeMemoryBytes: number;
  readonly storeFileBytes: number;
  readonly decisionSeconds: Buckets;
  readonly loopLagSeconds: Buckets;
}

/** What is shown of a look; null where nothing happened since the one before, or there was none. */
export interface Shown {
  readonly decisions: number | null;
  readonly refusals: number | null;
  readonly refusalsByService: number | null;
  readonly timeouts: number | null;
  /** Seconds that 99 % of the decisions took at most. */
  readonly latency: number | null;
  /** Seconds that 99 % of what came had to wait at most. */
  readonly lag: number | null;
}

/** What has happened between two looks at one process, a second. */
export function between(before: Vitals, now: Vitals): Shown {
  const seconds = now.atSeconds - before.atSeconds;
  const rate = (name: "decisions" | "refusals" | "refusalsByService" | "timeouts"): number | null =>
    seconds > 0 ? (now[name] - before[name]) / seconds : null;
  return {
    decisions: rate("decisions"),
    refusals: rate("refusals"),
    refusalsByService: rate("refusalsByService"),
    timeouts: rate("timeouts"),
    latency: quantile(0.99, before.decisionSeconds, now.decisionSeconds),
    lag: quantile(0.99, before.loopLagSeconds, now.loopLagSeconds),
  };
}

/**
 * The value below which so large a share of the observations between two looks lay, reckoned as Prometheus does: evenly
 * within a bucket, and the highest bound for what is above it.
 */
export function quantile(share: number, before: Buckets, now: Buckets): number | null {
  const counts = now.map(([, count], index) => count - (before[index]?.[1] ?? 0));
  const all = counts.at(-1) ?? 0;
  if (all <= 0) return null;
  const wanted = share * all;
  const index = counts.findIndex((count) => count >= wanted);
  const under = index > 0 ? (counts[index - 1] ?? 0) : 0;
  const low = index > 0 ? (now[index - 1]?.[0] ?? 0) : 0;
  const high = now[index]?.[0] ?? null;
  if (high === null) return low;
  return low + ((high - low) * (wanted - under)) / ((counts[index] ?? 0) - under);
}
