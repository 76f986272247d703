import { describe, expect, it } from "vitest";
import { brandProblem } from "../../../core/domain/otps/brand.ts";
import { chatLink } from "../../../core/domain/otps/chat-link.ts";

describe("a brand", () => {
  it.each([
    "Tea House",
    "Dr. Smith & Co.",
    "St. Gallen",
    "7-Eleven",
    "No. 5",
    "A.P.C.",
    "1,99",
    "می‌خواهم",
    "👩‍🍳 Kitchen",
    "茶館",
    "b".repeat(30),
    "🍵".repeat(30),
  ])("may be %s", (brand) => {
    expect(brandProblem(brand)).toBeNull();
  });

  it.each([
    ["empty", "  ", /empty/],
    ["31 characters long", "b".repeat(31), /too long/],
    ["two lines", "Tea\nHouse", /line break/],
    ["two lines by a line separator", "Tea\u2028House", /line break/],
    ["with a control", "Tea\u0007", /invisible/],
    ["turned around", "\u202eTea", /invisible/],
    ["with an isolate that it never closes", "Tea\u2068", /invisible/],
    ["with a zero-width space", "Tea\u200bHouse", /invisible/],
    ["half a character", "Tea\ud83c", /invisible/],
    ["a domain", "tea.example", /address/],
    ["a domain in wide signs", "ｔｅａ．ｅｘａｍｐｌｅ", /address/],
    ["a domain with a Chinese full stop", "茶。中国", /address/],
    ["a domain in a name", "Win at tea.ly now", /address/],
    ["an address", "https://tea", /address/],
    ["an address in numbers", "10.0.0.1", /address/],
    ["a mail address", "a@tea.com", /address/],
  ])("is refused when it is %s", (_what, brand, problem) => {
    expect(brandProblem(brand)).toMatch(problem);
  });
});

it("a link opens the chat with the number, and the text in it", () => {
  expect(chatLink("5511988880000", "12345678 é o meu código & mais")).toBe(
    "https://wa.me/5511988880000?text=12345678%20%C3%A9%20o%20meu%20c%C3%B3digo%20%26%20mais",
  );
});
