import { describe, expect, it } from "vitest";
import { latest, poller, ringsAt } from "./alarm-series.ts";

const offsets = Array.from({ length: 15 }, (_, offset) => offset);

describe("the alarms on answers of 5xx", () => {
  it("tell of a client that asks every five minutes and gets only errors within 45 minutes", () => {
    expect(latest("api-errors-steady", poller(5))).toBeLessThanOrEqual(45);
    expect(ringsAt("api-server-errors", poller(5))).toBeNull();
  });

  it("do not tell of a client that asks every fifteen minutes: one error in a quarter of an hour is any request's bad luck", () => {
    expect(latest("api-errors-steady", poller(15))).toBeNull();
  });

  it("tell of ten errors a minute within two minutes and a half, by the alarm that pages", () => {
    const burst = Array.from({ length: 100 }, (_, n) => n / 10);
    expect(
      offsets.map((offset) => ringsAt("api-server-errors", burst, offset / 15)).every((at) => at !== null && at <= 3),
    ).toBe(true);
  });

  it("are silent on a deployment's moment, and on an error an hour", () => {
    const moment = [0, 0, 0, 0, 0, 0, 0, 0];
    for (const id of ["api-errors-steady", "api-server-errors"])
      expect(offsets.every((offset) => ringsAt(id, moment, offset) === null)).toBe(true);
    expect(latest("api-errors-steady", poller(60))).toBeNull();
  });
});
