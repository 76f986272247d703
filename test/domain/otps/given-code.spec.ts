import { describe, expect, it } from "vitest";
import { givenCode } from "../../../core/domain/otps/given-code.ts";

describe("a code as a person types it", () => {
  it.each([
    ["123456", "123456"],
    [" 123 456 ", "123456"],
    ["123-456", "123456"],
    ["12–34—56", "123456"],
    ["١٢٣٤٥٦", "123456"],
    ["۱۲۳۴۵۶", "123456"],
    ["१२३४५६", "123456"],
    ["১২৩৪৫৬", "123456"],
    ["๑๒๓๔", "1234"],
    ["１２３４５６", "123456"],
    ["𝟏𝟐𝟑𝟒𝟓𝟔", "123456"],
    ["\u2068123456\u2069", "123456"],
    ["123\u00a0456\u200b", "123456"],
    ["00000000", "00000000"],
  ])("%j is %s", (text, digits) => {
    expect(givenCode(text)).toBe(digits);
  });

  it.each(["", "123", "123456789", "12345a", "1.234", "+12345", "one two", "½234", "1234\n5678\n9"])(
    "%j is none",
    (text) => {
      expect(givenCode(text)).toBeNull();
    },
  );
});
