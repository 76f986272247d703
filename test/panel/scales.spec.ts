import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandScale, linearScale } from "../../panel/src/charts/scales.ts";

describe("the scales of a chart", () => {
  it.each([
    [10, [0, 5, 10]],
    [3, [0, 1, 2, 3]],
    [42, [0, 20, 40, 60]],
    [80, [0, 20, 40, 60, 80]],
  ])("name round values up to %d", (most, ticks) => {
    expect(linearScale(most, [0, 100]).ticks).toEqual(ticks);
  });

  it("keep every value within the axis, in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (most, share) => {
        const { at, ticks } = linearScale(most, [176, 8]);
        expect(at(0)).toBe(176);
        expect(at(most * share)).toBeGreaterThanOrEqual(8);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      }),
    );
  });

  it("give each day a band of its own", () => {
    const { at, width } = bandScale(30, [32, 720]);
    for (let place = 1; place < 30; place++) expect(at(place)).toBeGreaterThan(at(place - 1) + width);
    expect(at(29) + width).toBeLessThanOrEqual(720);
  });
});
