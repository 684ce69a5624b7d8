import { describe, expect, it } from "vitest";
import bowers from "../../../../tests/rules/egn/bowers-and-nines.egn?raw";
import oldNames from "../../../../tests/rules/egn/old-names.egn?raw";
import unknown from "../../../../tests/rules/egn/unknown-cards.egn?raw";
import type { Answer, EgnFault } from "../../src/lib/record/answer.ts";
import { gameOfEgn } from "../../src/lib/record/egn.ts";
import { faultPlaces, neighbours, sceneAt, trickPlace, type Game } from "../../src/lib/record/game.ts";

const NO_FAULT: Answer = { id: null, error: null, faults: [], deals: [], scores: null };

function game(text: string, faults: readonly EgnFault[] = []): Game {
  const found = gameOfEgn(JSON.parse(text) as Record<string, unknown>, { ...NO_FAULT, faults });
  if (!found) throw new Error("the file can be shown");
  return found;
}

describe("a file in Euchre Game Notation", () => {
  it("is told call by call and card by card, whoever played it", () => {
    const told = game(oldNames);
    expect(told.players).toEqual(["North", "East", "South", "West"]);
    const [deal] = told.deals;
    const steps = deal?.steps.map(({ seat, action }) => `${seat} ${action}`) ?? [];
    expect(steps.slice(0, 6)).toEqual(["1 order", "1 play As", "2 play Jd", "3 play Js", "0 play Ks", "2 play Qd"]);
    expect(deal?.steps.at(-1)?.scene.tricks).toEqual([1, 1, 3, 0]);
  });

  it("has hands of the cards that are played later", () => {
    const [deal] = game(oldNames).deals;
    expect(deal?.first.hands.map((hand) => hand.length)).toEqual([5, 5, 5, 5]);
    expect(deal?.steps.at(-1)?.scene.hands).toEqual([[], [], [], []]);
  });

  it("may write bowers and nines in its own way", () => {
    const cards = game(bowers).deals[0]?.steps.map(({ action }) => action) ?? [];
    expect(cards).toContain("play Js");
    expect(cards).toContain("play 9c");
    expect(cards).toContain("play Kh");
  });

  it("gives a card that is not told to nobody's trick", () => {
    const [deal] = game(unknown).deals;
    const third = deal?.steps.filter(({ trick }) => trick === 3);
    expect(third?.map(({ action }) => action)).toContain("play Xh");
    expect(third?.at(-1)?.scene.winner).toBeNull();
    expect(deal?.steps.at(-1)?.seat).toBeNull();
  });

  it("shows each fault at its card, its call, or its deal", () => {
    const fault = (place: Partial<EgnFault>): EgnFault => {
      return { deal: 0, trick: null, call: null, seat: null, reason: "MUST_FOLLOW_SUIT", detail: "", ...place };
    };
    const told = game(oldNames, [fault({ trick: 1, seat: 0 }), fault({ call: 0 }), fault({ deal: 1 })]);
    const places = faultPlaces(told);
    expect(places).toHaveLength(3);
    expect(places[0]).toEqual({ deal: 0, step: 1 });
    expect(told.deals[0]?.steps[(places[1]?.step ?? 0) - 1]).toMatchObject({ seat: 0, trick: 2 });
    expect(places[2]).toEqual({ deal: 1, step: 0 });
  });
});

describe("places of a game", () => {
  it("follow each other through all deals", () => {
    const told = game(oldNames);
    const length = told.deals[0]?.steps.length ?? 0;
    expect(neighbours(told, { deal: 0, step: 0 })).toEqual({ before: null, after: { deal: 0, step: 1 } });
    expect(neighbours(told, { deal: 0, step: length })).toMatchObject({ after: { deal: 1, step: 0 } });
    expect(neighbours(told, { deal: 1, step: 0 })).toMatchObject({ before: { deal: 0, step: length } });
    expect(neighbours(told, { deal: 1, step: told.deals[1]?.steps.length ?? 0 }).after).toBeNull();
  });

  it("are found by trick", () => {
    const told = game(oldNames);
    const place = trickPlace(told, 1, 3);
    expect(sceneAt(told, place)).toMatchObject({ trickNumber: 3 });
    expect(sceneAt(told, place)?.trick).toHaveLength(1);
    expect(trickPlace(told, 1, 9)).toEqual({ deal: 1, step: 0 });
  });
});
