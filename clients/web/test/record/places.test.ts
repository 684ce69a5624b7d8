import { expect, it } from "vitest";
import oldNames from "../../../../tests/rules/egn/old-names.egn?raw";
import { gameOfEgn } from "../../src/lib/record/egn.ts";
import { placeIn, placeQuery } from "../../src/pages/replay/places.ts";

const game = gameOfEgn(JSON.parse(oldNames) as Record<string, unknown>, { id: null, error: null })!;
const at = (query: string) => placeIn(game, new URLSearchParams(query));

it("an address names a deal and a step, or a trick, as people count", () => {
  expect(at("deal=2&step=3")).toEqual({ deal: 1, step: 3 });
  expect(at("deal=1&trick=1")).toEqual({ deal: 0, step: 2 });
  expect(at("")).toEqual({ deal: 0, step: 0 });
});

it("an address that names no place of the game leads to the nearest", () => {
  expect(at("deal=99&step=1")).toEqual({ deal: 1, step: 1 });
  expect(at("deal=1&step=999")).toEqual({ deal: 0, step: game.deals[0]?.steps.length });
  expect(at("deal=-4&step=x")).toEqual({ deal: 0, step: 0 });
});

it("a place's address keeps what else it says, but no other trick", () => {
  const query = placeQuery(new URLSearchParams("game=3&trick=2"), { deal: 1, step: 4 });
  expect(query).toEqual({ game: "3", deal: 2, step: 4 });
});
