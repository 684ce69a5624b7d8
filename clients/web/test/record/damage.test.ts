import { expect, it } from "vitest";
import bowers from "../../../../tests/rules/egn/bowers-and-nines.egn?raw";
import dealtAgain from "../../../../tests/rules/egn/dealt-again.egn?raw";
import oldNames from "../../../../tests/rules/egn/old-names.egn?raw";
import type { Answer, EgnFault } from "../../src/lib/record/answer.ts";
import { gameOfEgn } from "../../src/lib/record/egn.ts";
import { faultPlaces, neighbours, sceneAt, type Game } from "../../src/lib/record/game.ts";
import { proofOf } from "../../src/lib/verify/proof.ts";
import finished from "../verify/finished.json?raw";

const JUNK: readonly unknown[] = [null, -1, 7, 1.5, "", "Xx", "zz", [], {}, true, [[["9c"]]], "9c 9c"];

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Json = Record<string, unknown> | unknown[];

/** A copy with one thing in it replaced, removed or doubled. */
function damaged(text: string, draw: (below: number) => number): Record<string, unknown> {
  const whole = JSON.parse(text) as Record<string, unknown>;
  let at: Json = whole;
  for (;;) {
    const keys = Object.keys(at);
    const key = keys[draw(keys.length)];
    if (key === undefined) return whole;
    const inner = (at as Record<string, unknown>)[key];
    if (typeof inner === "object" && inner !== null && draw(4) > 0) {
      at = inner as Json;
      continue;
    }
    if (Array.isArray(at) && draw(2) === 0) at.splice(Number(key), draw(2), structuredClone(inner));
    else if (!Array.isArray(at) && draw(3) === 0) delete (at as Record<string, unknown>)[key];
    else (at as Record<string, unknown>)[key] = JUNK[draw(JUNK.length)];
    return whole;
  }
}

/** Every place of a game can be gone to, from the first to the last. */
function walk(game: Game): number {
  let place = { deal: 0, step: 0 };
  for (let steps = 0; ; steps += 1) {
    if (game.deals.length > 0) expect({ place, scene: sceneAt(game, place) }).toEqual({ place, scene: expect.anything() });
    const { after } = neighbours(game, place);
    if (!after) return steps;
    place = after;
  }
}

it("a file in Euchre Game Notation can be stepped through, whatever is wrong with it", () => {
  const draw = numbers(1);
  const faults = [0, 1].flatMap((deal) =>
    [null, 0, 4, 99].map((trick): EgnFault => {
      return { deal, trick, call: trick === null ? 3 : null, seat: trick, reason: "MUST_FOLLOW_SUIT", detail: "" };
    }),
  );
  const answer: Answer = { id: null, error: null, faults, deals: [], scores: null };
  for (let round = 0; round < 1500; round += 1) {
    const game = gameOfEgn(damaged([bowers, dealtAgain, oldNames][round % 3] ?? "", draw), answer);
    expect(game).not.toBeNull();
    if (!game) continue;
    walk(game);
    for (const place of faultPlaces(game)) expect(sceneAt(game, place)).not.toBeNull();
  }
});

it("a proof can be looked at, whatever is wrong with its record", () => {
  const draw = numbers(2);
  for (let round = 0; round < 60; round += 1) {
    const record = damaged(finished, draw);
    const proof = proofOf(record);
    if (proof) expect(proof.inOrder || proof.faults.length > 0).toBe(true);
  }
});
