import { describe, expect, it } from "vitest";
import { faultPlaces, sceneAt } from "../../src/lib/record/game.ts";
import type { Scene } from "../../src/lib/record/scene.ts";
import { TABLES } from "../../src/lib/record/presets.ts";
import { gameOfRecord, recordUntil, scoresBefore } from "../../src/lib/record/telling.ts";
import { PRESETS, RANDOM, WORKED } from "./conformance.ts";

const SUITE = [...WORKED, ...RANDOM];

function trickOn({ trick, winner }: Scene): string[] {
  return winner === null ? trick.map(({ seat, card }) => `${seat} ${card}`) : [];
}

describe("the table after each step", () => {
  it("is what the conformance suite says of every completed deal", () => {
    let compared = 0;
    for (const { record, answer } of SUITE) {
      const game = gameOfRecord(record, answer);
      for (const [at, told] of (game ? (answer.deals ?? []) : []).entries()) {
        const deal = game?.deals[at];
        const last = deal?.steps.at(-1)?.scene ?? deal?.first;
        if (!last || told.trump === null || told.outcome === "UNCONTESTED") continue;
        const { trump, maker, alone, loneDefender, withdrew, partner } = last;
        const seen = { trump, maker, alone, loneDefender, withdrew, partner };
        const { lone_defender, withdrew: gone } = told;
        const due = { trump: told.trump, maker: told.maker, alone: told.alone, loneDefender: lone_defender };
        expect({ id: record["id"], at, ...seen }).toEqual({ id: record["id"], at, ...due, withdrew: gone, partner: told.partner });
        const played = deal?.steps.reduce((count, step) => count + Number(step.scene.winner !== null), 0);
        expect(played).toBeGreaterThan(0);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it("is what the suite says of deals that stand anywhere", () => {
    let compared = 0;
    for (const { record, answer } of SUITE) {
      const { current } = answer;
      const game = current ? gameOfRecord(record, answer) : null;
      const deal = answer.error?.deal ?? game?.deals.length;
      const at = (answer.error ? deal : (deal ?? 0) - 1) ?? 0;
      if (!current || !game || current.dealer !== game.deals[at]?.first.dealer) continue;
      const step = answer.error?.action ?? game.deals[at]?.steps.length ?? 0;
      const scene = sceneAt(game, { deal: at, step });
      expect(scene && { id: record["id"], tricks: scene.tricks, trick: trickOn(scene), maker: scene.maker }).toEqual({
        id: record["id"],
        tricks: current.tricks,
        trick: current.trick,
        maker: current.maker,
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(150);
  });

  it("takes every card from the hand that it is played from", () => {
    for (const { record, answer } of SUITE) {
      if (answer.error) continue;
      for (const deal of gameOfRecord(record, answer)?.deals ?? []) {
        for (const { seat, action, scene } of deal.steps) {
          const [deed, card] = action.split(" ");
          if (deed === "play") expect(scene.hands[seat ?? -1]).not.toContain(card);
        }
        const sizes = deal.steps.at(-1)?.scene.hands.map((hand) => hand.length);
        if (deal.answer?.trump && deal.answer.outcome !== "UNCONTESTED") expect(Math.min(...(sizes ?? []))).toBe(0);
      }
    }
  });
});

describe("faults", () => {
  it("stand at the action, or the deal, that the answer names", () => {
    for (const { record, answer } of SUITE) {
      const { error } = answer;
      const game = gameOfRecord(record, answer);
      if (!game || error?.deal === undefined || error?.deal === null) continue;
      const steps = game.deals[error.deal]?.steps.length ?? 0;
      const step = error.action === null || error.action >= steps ? 0 : error.action + 1;
      if (game.deals[error.deal]) expect(faultPlaces(game)).toEqual([{ deal: error.deal, step }]);
    }
  });

  it("leave what comes after them unjudged", () => {
    const found = SUITE.find(({ answer }) => answer.error?.reason === "MUST_FOLLOW_SUIT");
    const game = found && gameOfRecord(found.record, found.answer);
    const { deal, action } = found?.answer.error ?? {};
    const judged = game?.deals[deal ?? 0]?.steps.map((step) => step.judged);
    expect(judged?.slice(0, (action ?? 0) + 1)).not.toContain(false);
    expect(judged?.slice((action ?? 0) + 1)).not.toContain(true);
  });
});

describe("scores", () => {
  it("are counted back to the start", () => {
    for (const { record, answer } of SUITE) {
      const before = scoresBefore(answer, 0);
      if (!before) continue;
      const { options } = record["ruleset"] as { options?: Record<string, number> };
      const start = options?.["start_score"] ?? before[0];
      expect(before).toEqual(before.map(() => start));
    }
  });
});

describe("a record until a step", () => {
  it("holds the deals before and the actions up to there", () => {
    const [{ record } = { record: {} }] = RANDOM;
    const cut = recordUntil(record, 1, 3) as { deals: { actions: string[] }[] };
    const { deals } = record as { deals: { actions: string[] }[] };
    expect(cut.deals.map(({ actions }) => actions)).toEqual([deals[0]?.actions, deals[1]?.actions.slice(0, 3)]);
  });
});

it("tables are those of the suite's presets", () => {
  const told = Object.fromEntries(
    Object.entries(PRESETS).map(([name, { fixed }]) => [name, [fixed["players"], fixed["partners"], fixed["dead_hand"]]]),
  );
  const ours = Object.entries(TABLES).map(([name, table]) => [name, [table.players, table.partners, table.deadHand]]);
  expect(Object.fromEntries(ours)).toEqual(told);
});
