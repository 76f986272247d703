import { describe, expect, it } from "vitest";
import { isInternationalNumber } from "../../../core/domain/messages/phone-number.ts";

describe("a number in international format", () => {
  it.each([
    "5511999990001",
    "15550001111",
    "447400123456",
    "4915112345678",
    "5215512345678",
    "923001234567",
    "35699123456",
  ])("is %s", (text) => expect(isInternationalNumber(text)).toBe(true));

  it.each([
    "",
    "+5511999990001",
    "05511999990001",
    "00551199999",
    "55 11999990001",
    "55119999",
    "1555",
    "999123456789",
  ])("is not %j", (text) => expect(isInternationalNumber(text)).toBe(false));
  it.each(["551199999000112345", "someone", "٥٥١١٩٩٩٩٩٠٠٠١", "5511999990001\n", "5511999990001;ext=5"])(
    "is not %j",
    (text) => expect(isInternationalNumber(text)).toBe(false),
  );
});
