import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWrittenPhone } from "../../core/contracts/written-phone.ts";

const digits = (written: string) => {
  const read = readWrittenPhone(written);
  return "digits" in read ? read.digits : read.fault;
};

describe("a phone as people and spreadsheets write it", () => {
  it.each([
    ["5511999990001", "5511999990001"],
    ["+55 (11) 99999-0001", "5511999990001"],
    ["0055 11 99999.0001", "5511999990001"],
    ["+49 30/123456", "4930123456"],
    ["'5511999990001", "5511999990001"],
  ])("%j is read without its signs", (written, read) => expect(digits(written)).toBe(read));

  it.each(["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\ufe58", "\uff0d"])(
    "may hold the dash %j",
    (dash) => expect(digits(`+55 11 99999${dash}0001`)).toBe("5511999990001"),
  );

  it.each([
    ["\u202a+55 11 99999-0001\u202c", "of a contact copied on a computer"],
    ["\u200e+55\u00a011\u00a099999\u20110001\u200f", "of a text that is read from right to left"],
    ["\ufeff5511999990001", "of a file's beginning"],
    ["+55\u200b11\u2060999990001\u00ad", "that show nothing"],
  ])("loses the marks in %j, %s", (written) => expect(digits(written)).toBe("5511999990001"));

  it.each([
    ["5511999990001.0", "5511999990001"],
    ["5511999990001,00", "5511999990001"],
    ["+5511999990001.0", "5511999990001"],
    ["+55 11 99999.0", "5511999990"],
    ["11.99999.0", "11999990"],
    ["551.0", "5510"],
    ["5511999990001.5", "55119999900015"],
  ])("%j ends with decimal places only where it is nothing but a number with them: %s", (written, read) =>
    expect(digits(written)).toBe(read),
  );

  it.each(["5.51199999E+12", "5,51E+12", "5.5E12", "5e+12", "+5.51e+12"])(
    "%j was rounded by a spreadsheet: nobody knows its last digits",
    (written) => expect(digits(written)).toBe("rounded"),
  );

  it.each([
    ["+49 (0)30 123456", "4930123456"],
    ["0049 (0) 30 123456", "4930123456"],
    ["44(0)20 7946 0000", "442079460000"],
    ["+39 (0)6 1234567", "39061234567"],
    ["(0)30 123456", "030123456"],
    ["+55 (011) 99999-0001", "55011999990001"],
  ])("%j has the zero of calls within the country only where it belongs: %s", (written, read) =>
    expect(digits(written)).toBe(read),
  );

  it.each([
    ["+55 11 99999-0001 ::: +55 11 99999-0002", "5511999990001"],
    ["", "other"],
    ["Ana", "other"],
    ["5511999990001a", "other"],
    ["1".repeat(61), "other"],
  ])("%j is %s", (written, read) => expect(digits(written)).toBe(read));

  it("is digits or a fault whatever is written", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\d+().,eE \-:]*$/)), (written) => {
        expect(digits(written)).toMatch(/^(\d+|rounded|other)$/);
      }),
    );
  });
});
