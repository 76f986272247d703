import { describe, expect, it } from "vitest";
import { codesIn } from "../../../core/domain/otps/find-code.ts";

describe("the codes that a text may hold", () => {
  it.each([
    ["alone", "12345678"],
    ["in a sentence", "Here: 12345678, please."],
    ["in groups", "1234 5678"],
    ["with a hyphen", "1234-5678"],
    ["with a dash that phones make of it", "1234–5678"],
    ["digit by digit", "1 2 3 4 5 6 7 8"],
    ["behind a space that does not break", "1234\u00a05678"],
    ["in Arabic digits", "١٢٣٤٥٦٧٨"],
    ["in Persian digits", "۱۲۳۴۵۶۷۸"],
    ["in Devanagari digits", "१२३४५६७८"],
    ["in wide digits", "１２３４５６７８"],
    ["between marks of direction", "\u2068\u200f12345678\u200e\u2069"],
    ["with marks of direction in it", "1234\u200e\u202a5678\u202c"],
    ["with zero-width signs in it", "1\u200b2\u200d3\u200c4\ufeff5\u20606\u00ad78"],
    ["beside another number", "12345678 for order 7"],
    ["behind a shorter number", "7 12345678"],
  ])("are found %s", (_how, text) => {
    expect(codesIn(text)).toEqual(["12345678"]);
  });

  it.each([
    ["nine digits", "123456789"],
    ["seven digits", "1234567"],
    ["a phone number", "+55 11 97777-0001"],
    ["a phone number in one", "5511977770001"],
    ["groups of nine digits in all", "1234 56789"],
    ["two spaces between groups", "1234  5678"],
    ["a line break between groups", "1234\n5678"],
    ["other signs between groups", "1234.5678, 1234/5678"],
    ["spelled digits", "one two three"],
    ["numerals that are no digits", "1234567Ⅷ"],
    ["nothing", ""],
  ])("are none of %s", (_what, text) => {
    expect(codesIn(text)).toEqual([]);
  });

  it("are three at most, each once", () => {
    expect(codesIn("11111111, 22222222, 11111111, 33333333, 44444444")).toEqual(["11111111", "22222222", "33333333"]);
  });

  it("are none of a text over 200 characters", () => {
    expect(codesIn(`12345678${" ".repeat(192)}`)).toEqual(["12345678"]);
    expect(codesIn(`12345678${" ".repeat(193)}`)).toEqual([]);
  });
});
