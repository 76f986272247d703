import { expect, it } from "vitest";
import { coordinate } from "../../../core/domain/messages/coordinate.ts";

it("keeps a place to a tenth of a millimetre", () => {
  expect(coordinate(-23.550519987, 90)).toBe(-23.550519987);
  expect(coordinate(179.9999999994, 180)).toBe(179.999999999);
});

it.each([
  [5e-324, 90, 0],
  [-5e-324, 180, 0],
  [-0, 90, 0],
  [1e300, 90, 90],
  [Number.NEGATIVE_INFINITY, 180, -180],
  [Number.NaN, 90, 0],
  [null, 90, 0],
  [undefined, 180, 0],
] as const)("makes of %s what the table can store", (given, max, stored) => {
  expect(Object.is(coordinate(given, max), stored)).toBe(true);
});
