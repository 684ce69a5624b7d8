import { expect, it } from "vitest";
import { gamesIn, isEgn } from "../../src/lib/record/reading.ts";

const RECORD = '{"ruleset":{"preset":"buck"},"deals":[]}';

it("one object is one game, over as many lines as it likes", () => {
  const spread = JSON.stringify(JSON.parse(RECORD), null, 2);
  expect(gamesIn(spread)).toMatchObject([{ text: spread, line: 1, value: { ruleset: { preset: "buck" } } }]);
});

it("records stand one a line; blank lines are no games", () => {
  const games = gamesIn(`\uFEFF${RECORD}\n\n${RECORD}\r\n`);
  expect(games.map(({ line }) => line)).toEqual([1, 3]);
  expect(games.every(({ value }) => value !== null)).toBe(true);
});

it("a damaged line among records is a game that cannot be shown", () => {
  const games = gamesIn(`${RECORD}\n{"ruleset":\n${RECORD}`);
  expect(games.map(({ value }) => value === null)).toEqual([false, true, false]);
});

it("what is no JSON at all is one game with its text", () => {
  expect(gamesIn("hello\nworld")).toMatchObject([{ text: "hello\nworld", value: null }]);
  expect(gamesIn("")).toMatchObject([{ text: "", value: null }]);
});

it("tells the notations apart", () => {
  expect(isEgn({ fileType: "Euchre Game Notation" })).toBe(true);
  expect(isEgn({ deals: [] })).toBe(false);
});
