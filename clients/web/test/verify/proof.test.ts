import { describe, expect, it } from "vitest";
import finished from "./finished.json?raw";
import { CHECKS, proofOf, type Check } from "../../src/lib/verify/proof.ts";

interface Finished {
  id: string;
  players: string[];
  deals: { hands: string[]; talon: string; actions: string[] }[];
  proof: { seed: string; head: string; nonces: string[]; entries: string[]; commitment: string };
  [more: string]: unknown;
}

/** The game with something changed in it. */
function changed(change: (record: Finished) => void): Finished {
  const record = JSON.parse(finished) as Finished;
  change(record);
  return record;
}

function failed(change: (record: Finished) => void): Check[] {
  const proof = proofOf(changed(change));
  expect(proof?.inOrder).toBe(false);
  expect(proof?.faults).not.toEqual([]);
  return CHECKS.filter((check) => !proof?.checks[check]);
}

describe("a finished game", () => {
  const proof = proofOf(changed(() => undefined))!;

  it("is in order in every respect", () => {
    expect(proof.faults).toEqual([]);
    expect(CHECKS.filter((check) => !proof.checks[check])).toEqual([]);
    expect(proof.inOrder).toBe(true);
  });

  it("tells its cards, its dealer and the heads of its chain", () => {
    const record = changed(() => undefined);
    expect(proof.deals.map(({ hands }) => hands)).toEqual(record.deals.map(({ hands }) => hands));
    expect(proof.heads).toHaveLength(record.proof.entries.length);
    expect(proof.firstDealer).toBe(proof.deals[0]?.dealer);
    expect(proof.nonces).toHaveLength(record.players.length);
  });
});

describe("what was changed fails the check that it concerns", () => {
  it("another seed", () => {
    expect(failed(({ proof }) => (proof.seed = "00".repeat(32)))).toContain("seed");
  });

  it("other cards", () => {
    const swap = ({ deals: [deal] }: Finished) => {
      const [first = "", second = ""] = deal?.hands ?? [];
      deal?.hands.splice(0, 2, second, first);
    };
    expect(failed(swap)).toEqual(["cards", "record"]);
  });

  it("another action", () => {
    expect(failed(({ deals }) => deals[0]?.actions.splice(0, 1, "0 claim"))).toEqual(["record"]);
  });

  it("another head", () => {
    expect(failed(({ proof }) => (proof.head = "00".repeat(16)))).toEqual(["chain", "log"]);
  });

  it("another nonce", () => {
    expect(failed(({ proof }) => (proof.nonces[0] = "ff"))).toEqual(expect.arrayContaining(["cards"]));
  });
});

describe("what is no proof", () => {
  it("is told apart from a proof that fails", () => {
    expect(proofOf({})).toBeNull();
    expect(proofOf({ proof: [] })).toBeNull();
  });

  it("never throws, however damaged", () => {
    for (const proof of [{}, { format: 1, entries: ["AA=="] }, { format: 1, entries: "x", seed: 7 }]) {
      expect(proofOf({ deals: [{}], proof })?.inOrder).toBe(false);
    }
  });
});
