import { describe, expect, it } from "vitest";
import { averageOf, dayIn, rangeOf, type StatisticFilters } from "../../panel/src/pages/statistics/rules.ts";

const TODAY = "2026-11-28";
const NONE: StatisticFilters = { range: "", from: "", to: "", number: "" };

describe("the days of the statistics", () => {
  it.each<[Partial<StatisticFilters>, string, string]>([
    [{}, "2026-11-22", TODAY],
    [{ range: "30" }, "2026-10-30", TODAY],
    [{ range: "nonsense" }, "2026-11-22", TODAY],
    [{ range: "own", from: "2026-03-01", to: "2026-03-01" }, "2026-03-01", "2026-03-01"],
    [{ range: "own", from: "2026-03-09", to: "2026-03-01" }, "2026-03-01", "2026-03-09"],
    [{ range: "own", from: "2026-01-01", to: "2026-11-01" }, "2026-08-02", "2026-11-01"],
    [{ range: "own", from: "2026-02-30", to: "2026-03-01" }, "2026-11-22", TODAY],
    [{ range: "own", from: "", to: "2026-03-01" }, "2026-11-22", TODAY],
    [{ range: "own", from: "99999-01-01", to: "<b>" }, "2026-11-22", TODAY],
    [{ from: "2026-03-01", to: "2026-03-09" }, "2026-11-22", TODAY],
  ])("for %j are %s to %s", (filters, from, to) => {
    expect(rangeOf({ ...NONE, ...filters }, TODAY)).toEqual({ from, to });
  });

  it("are those of the person's calendar", () => {
    const at = new Date("2026-11-28T23:30:00Z");
    expect(dayIn(at, "UTC")).toBe("2026-11-28");
    expect(dayIn(at, "Europe/Madrid")).toBe("2026-11-29");
    expect(dayIn(at, "America/Sao_Paulo")).toBe("2026-11-28");
  });
});

describe("an average time", () => {
  it.each([
    [{ count: 0, seconds: 0 }, null],
    [
      { count: 2, seconds: 90 },
      { key: "minutes", values: { minutes: 1 } },
    ],
    [
      { count: 1, seconds: 3_569 },
      { key: "minutes", values: { minutes: 59 } },
    ],
    [
      { count: 1, seconds: 3_570 },
      { key: "hours", values: { hours: 1, minutes: 0 } },
    ],
    [
      { count: 4, seconds: 4 * 47 * 3_600 },
      { key: "hours", values: { hours: 47, minutes: 0 } },
    ],
    [
      { count: 1, seconds: 50 * 3_600 },
      { key: "days", values: { days: 2, hours: 2 } },
    ],
  ])("of %j is %j", (times, expected) => {
    expect(averageOf(times)).toEqual(expected);
  });
});
