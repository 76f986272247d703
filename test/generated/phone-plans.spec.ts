import fc from "fast-check";
import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import full from "libphonenumber-js/metadata.min";
import { getExampleNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { phonePlans } from "../../bin/generated/phone-plans.ts";
import { isInternationalNumber } from "../../core/domain/messages/phone-number.ts";
import { times } from "../run/how-long.ts";

/** Whether a number is possible according to the package with its full data. We must give the same answer. */
function isPossible(digits: string): boolean {
  return /^521\d{10}$/.test(digits) || parsePhoneNumberFromString(`+${digits}`, full)?.isPossible() === true;
}

const CODES = [...Object.keys(full.country_calling_codes), ...Object.keys(full.nonGeographic ?? {})];

/** Returns digits to append to a prefix. Any digits will do, provided they are the same in every run. */
const tail = (seed: number) => `${(seed * 2_654_435_761) % 9_999_999_967}`.padStart(10, "7").concat("3141592653");

describe("the numbering plans that are kept", () => {
  it("give the package's own answer for every code, every length and every two first digits", () => {
    const wrong: string[] = [];
    let possible = 0;
    for (const code of CODES) {
      for (let length = 2; length + code.length <= 15; length++) {
        for (let first = 0; first < 100; first++) {
          const rest = String(first).padStart(2, "0") + tail(first * 31 + length);
          const number = code + rest.slice(0, length);
          const expected = number.length >= 5 && isPossible(number);
          if (expected) possible++;
          if (isInternationalNumber(number) !== expected) wrong.push(number);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(possible).toBeGreaterThan(50_000);
  });

  it("give the package's own answer for every three first digits where countries share a code", () => {
    const shared = Object.entries(full.country_calling_codes).filter(([, countries]) => countries.length > 1);
    const wrong: string[] = [];
    for (const [code] of shared) {
      for (const length of [4, 5, 7, 8, 9, 10]) {
        for (let first = 0; first < 1_000; first++) {
          const number = code + (String(first).padStart(3, "0") + tail(first + length)).slice(0, length);
          if (isInternationalNumber(number) !== (number.length >= 5 && isPossible(number))) wrong.push(number);
        }
      }
    }
    expect(shared.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  it("give the package's own answer for any digits", () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{4,14}$/);
    const known = fc
      .tuple(fc.constantFrom(...CODES), fc.stringMatching(/^[0-9]{2,13}$/))
      .map(([code, rest]) => (code + rest).slice(0, 15))
      .filter((number) => number.length >= 5);
    fc.assert(
      fc.property(fc.oneof(digits, known), (number) => {
        expect(isInternationalNumber(number)).toBe(isPossible(number));
      }),
      { numRuns: times(5_000) },
    );
  });

  it("know the example number of every country", () => {
    const countries = Object.values(full.country_calling_codes).flat();
    const numbers = countries.flatMap((country) => getExampleNumber(country, examples)?.number.slice(1) ?? []);

    expect(numbers.length).toBeGreaterThan(200);
    expect(numbers.filter((number) => !isInternationalNumber(number))).toEqual([]);
  });

  it("are a third of the package's", () => {
    expect(JSON.stringify(phonePlans()).length).toBeLessThan(JSON.stringify(full).length / 3);
  });
});
