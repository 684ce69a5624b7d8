import { describe, expect, it } from "vitest";
import { Scale, side, signed } from "../../src/lib/tournament/scale.ts";

describe("a scale", () => {
  it("holds every interval and zero, inside its margins", () => {
    const scale = Scale.of([{ mean: 0.4, low: 0.1, high: 0.7 }, { mean: 0.2 }], 320);
    const places = [0, 0.1, 0.7].map((value) => scale.x(value));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...places)).toBeLessThanOrEqual(308);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it("has few round labels, zero among them", () => {
    for (const reach of [0.003, 0.4, 1, 7, 90, 1234]) {
      const ticks = Scale.of([{ mean: 0, low: -reach, high: reach }], 320).ticks();
      expect(ticks).toContain(0);
      expect(ticks.length).toBeGreaterThan(2);
      expect(ticks.length).toBeLessThan(9);
    }
  });

  it("stands also where everything is nothing", () => {
    expect(Scale.of([{ mean: 0 }], 320).x(0)).toBe(160);
  });
});

it("only an interval that leaves zero out takes a side", () => {
  expect(side({ mean: 1, low: 0.5, high: 1.5 })).toBe("ahead");
  expect(side({ mean: -1, low: -2, high: -0.5 })).toBe("behind");
  expect(side({ mean: 1, low: -0.5, high: 2 })).toBe("even");
  expect(side({ mean: 1 })).toBe("even");
});

it("figures have their sign", () => {
  expect([0.12345, -2, 0, 12345].map(signed)).toEqual(["+0.123", "−2", "0", "+12300"]);
});
