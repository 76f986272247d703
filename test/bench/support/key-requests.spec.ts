import { describe, expect, it } from "vitest";
import { keyDollars, keyRequests } from "../../../tools/bench/support/key-requests.ts";

describe("the month's requests to KMS", () => {
  it("of sessions follow the owners of instances, not the hours in which numbers are active", () => {
    expect(keyRequests(10_000).sessions).toBe(100_000);
    expect(keyRequests(10_000, { areKept: false }).sessions).toBe(36_000_000);
  });

  it("of deliveries are fewer than deliveries, and fewer the longer keys are held", () => {
    const deliveries = 10_000 * 30 * 415;
    const five = keyRequests(10_000).deliveries;
    const sixty = keyRequests(10_000, { keyMinutes: 60 }).deliveries;
    expect(five).toBeLessThan(deliveries);
    expect(sixty).toBeLessThan(five / 1.9);
  });

  it("of one number cost next to nothing", () => {
    expect(keyDollars(1)).toBeLessThan(0.02);
  });
});
