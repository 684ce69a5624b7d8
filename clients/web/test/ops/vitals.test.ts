import { expect, test } from "vitest";
import { between, quantile, type Vitals } from "../../src/lib/ops/vitals.ts";

const FIRST: Vitals = {
  process: "aa", version: "0.1.0", atSeconds: 100, ready: 1, draining: 0, storeUp: 1, decisions: 1000, refusals: 4,
  refusalsByService: 0, timeouts: 7, gamesWaiting: 0, gamesRunning: 3, gamesFinished: 9, overdueSeconds: 0, streams: 5,
  tournamentsRunning: 0, tournamentsStalled: 0, storeMemoryBytes: 1, storeFileBytes: 1,
  decisionSeconds: [[0.01, 900], [0.1, 1000], [null, 1000]],
  loopLagSeconds: [[0.01, 50], [null, 50]],
};

test("what happened between two looks, a second", () => {
  const now: Vitals = { ...FIRST, atSeconds: 102, decisions: 1100, refusals: 5, decisionSeconds: [[0.01, 950], [0.1, 1100], [null, 1100]] };
  const shown = between(FIRST, now);
  expect(shown.decisions).toBe(50);
  expect(shown.refusals).toBe(0.5);
  expect(shown.timeouts).toBe(0);
  // 50 within 0.01 s, 50 between 0.01 and 0.1 s: the 99th lies 49/50 into the second bucket.
  expect(shown.latency).toBeCloseTo(0.01 + 0.09 * 0.98);
  expect(shown.lag, "nothing came").toBeNull();
});

test("above the highest bound nothing is known but that bound", () => {
  expect(quantile(0.99, [], [[0.01, 1], [0.1, 1], [null, 100]])).toBe(0.1);
});

test("two looks at the same moment tell no rate", () => {
  expect(between(FIRST, FIRST).decisions).toBeNull();
});
