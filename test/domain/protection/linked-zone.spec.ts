import { getCountries } from "libphonenumber-js";
import { describe, expect, it } from "vitest";
import { isTimeZone } from "../../../core/contracts/protection.ts";
import { COUNTRY_ZONES } from "../../../core/domain/protection/country-zones.ts";
import { zoneOfPhone } from "../../../core/domain/protection/linked-zone.ts";
import { localDay } from "../../../core/domain/protection/local-time.ts";

describe("the time zone of a linked number", () => {
  it.each(getCountries())("is known for %s", (country) => {
    const zone = COUNTRY_ZONES[country] ?? "none";

    expect(isTimeZone(zone)).toBe(true);
    expect(localDay(new Date("2026-11-20T12:00:00Z"), zone)).toMatch(/^2026-11-2[01]$/);
  });

  it("has no country that no number is of", () => {
    const known = new Set<string>(getCountries());
    const unknown = Object.keys(COUNTRY_ZONES).filter((country) => !known.has(country));
    // These territories are uninhabited or are reached through another country's numbers.
    expect(unknown).toEqual(["GS", "PN", "TF"]);
  });

  it.each([
    ["5511988880000", "America/Sao_Paulo"],
    ["351912345678", "Europe/Lisbon"],
    ["819012345678", "Asia/Tokyo"],
    ["919812345678", "Asia/Kolkata"],
    ["447400123456", "Europe/London"],
  ])("%s is that of its country, %s", (phone, zone) => {
    expect(zoneOfPhone(phone)).toBe(zone);
  });

  it.each([
    ["a country with several has the one of most of its people", "79161234567", "Europe/Moscow"],
    ["countries that share a calling code are told apart", "77012345678", "Asia/Almaty"],
    ["Canada is not the United States", "14165550123", "America/Toronto"],
    ["a number that is of no country has its calling code's largest", "15550001001", "America/New_York"],
    ["a number of no country at all has none", "882161234567", "UTC"],
    ["so has what is no number", "1", "UTC"],
  ])("%s", (_rule, phone, zone) => {
    expect(zoneOfPhone(phone)).toBe(zone);
  });
});
