import { describe, expect, it } from "vitest";
import { fieldTime, momentOf } from "../../panel/src/ui/field-time.ts";
import { zoneName } from "../../panel/src/ui/zone-name.ts";

describe("a date-time field by a zone's clock", () => {
  it.each([
    ["2026-11-20T09:00", "America/Sao_Paulo", "2026-11-20T12:00:00.000Z"],
    ["2026-11-20T00:00", "America/Sao_Paulo", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T23:45", "Asia/Kathmandu", "2026-11-20T18:00:00.000Z"],
    ["2027-01-01T07:00", "Pacific/Kiritimati", "2026-12-31T17:00:00.000Z"],
    ["2026-03-28T12:00", "Europe/Madrid", "2026-03-28T11:00:00.000Z"],
    ["2026-03-29T12:00", "Europe/Madrid", "2026-03-29T10:00:00.000Z"],
    ["2026-11-20T09:00", "UTC", "2026-11-20T09:00:00.000Z"],
  ])("reads %s in %s as %s, and shows that moment so", (typed, zone, at) => {
    expect(momentOf(typed, zone)).toBe(at);
    expect(fieldTime(at, zone)).toBe(typed);
  });

  it("takes the first of a time that comes twice, and moves one that is skipped on", () => {
    expect(momentOf("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
    expect(momentOf("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
    expect(fieldTime("2026-03-08T07:30:00.000Z", "America/New_York")).toBe("2026-03-08T03:30");
  });

  it("is empty or incomplete without a moment", () => {
    expect(fieldTime(null, "UTC")).toBe("");
    expect(momentOf("", "UTC")).toBeNull();
    expect(momentOf("2026-11-", "UTC")).toBeNull();
  });
});

describe("a zone's name", () => {
  it.each([
    ["America/Sao_Paulo", "Sao Paulo"],
    ["America/Argentina/Buenos_Aires", "Buenos Aires"],
    ["UTC", "UTC"],
    ["Etc/GMT", "UTC"],
    ["Etc/GMT+3", "UTC−3"],
    ["Etc/GMT-14", "UTC+14"],
  ])("of %s is %s", (zone, name) => {
    expect(zoneName(zone)).toBe(name);
  });
});
