import { create } from "@bufbuild/protobuf";
import { PairStandingSchema, PairVerdict } from "euchre-client";
import { expect, it } from "vitest";
import { crosstable } from "../../src/lib/tournament/crosstable.ts";

const pair = create(PairStandingSchema, {
  first: "ann",
  second: "bo",
  difference: { boards: 10, mean: 0.5, low: 0.1, high: 0.9 },
  verdict: PairVerdict.BEATS,
  sentence: "ann beats bo",
});

it("tells every pair from both sides", () => {
  const [[, ann], [bo]] = crosstable(["ann", "bo"], [pair]) as [[null, unknown], [unknown, null]];
  expect(ann).toMatchObject({ difference: { mean: 0.5, low: 0.1, high: 0.9 }, verdict: PairVerdict.BEATS });
  expect(bo).toMatchObject({ difference: { mean: -0.5, low: -0.9, high: -0.1, boards: 10 }, verdict: PairVerdict.LOSES });
});

it("has nothing on the diagonal, nor of those who are not told of", () => {
  const cells = crosstable(["ann", "bo", "cy"], [pair]);
  expect(cells.map((row, at) => row[at])).toEqual([null, null, null]);
  expect(cells[0]?.[2]).toBeNull();
});

it("those who have not met have no difference", () => {
  const unmet = create(PairStandingSchema, { first: "ann", second: "bo", verdict: PairVerdict.TOO_FEW });
  expect(crosstable(["ann", "bo"], [unmet])[1]?.[0]).toMatchObject({ difference: null, verdict: PairVerdict.TOO_FEW });
});
