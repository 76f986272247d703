import { describe, expect, it } from "vitest";
import { fillMask, maskOf } from "../../../core/domain/otps/code-mask.ts";
import { codesIn } from "../../../core/domain/otps/find-code.ts";
import {
  codeText,
  confirmationText,
  linkText,
  lookUpLocale,
  OTP_LOCALES,
} from "../../../core/domain/otps/otp-texts.ts";

const BRAND = "Chá & Companhia {time} 7 Eleven";
const CODE = "12345678";

/** Returns the maximum nesting depth of isolates. Throws if an isolate isn't closed or wasn't opened. */
function isolates(text: string): number {
  let [open, most] = [0, 0];
  for (const sign of text) {
    if (sign === "\u2068") open++;
    if (sign === "\u2069") open--;
    if (open < 0) throw new Error("closed before it was opened");
    most = Math.max(most, open);
  }
  if (open !== 0) throw new Error("never closed");
  return most;
}

const textsOf = (locale: string, brand: string | null) => ({
  code: codeText({ locale, brand, masked: CODE, minutes: 10 }),
  link: linkText({ locale, brand, code: CODE }),
  confirmation: confirmationText({ locale, brand }),
});

describe("the texts of OTPs", () => {
  it("are of 29 languages", () => {
    expect([...OTP_LOCALES].sort().join(" ")).toBe(
      "ar bn de en es fa fr he hi id it ja ko ms nl pl pt pt-BR ro ru sw ta th tr uk ur vi zh-Hans zh-Hant",
    );
  });

  it.each(OTP_LOCALES)("hold their code and their brand as they are in %s, and close what they isolate", (locale) => {
    for (const brand of [BRAND, null]) {
      const { code, link, confirmation } = textsOf(locale, brand);
      expect(codesIn(code)).toEqual([CODE]);
      expect(codesIn(link)).toEqual([CODE]);
      expect(code.split("\n")[1]).toBe(`*\u2068${CODE}\u2069*`);
      for (const text of [code, link, confirmation]) {
        expect(isolates(text)).toBe(brand === null && text !== code ? 0 : 1);
        expect(text.includes(`\u2068${BRAND}\u2069`)).toBe(brand !== null);
        expect(text.replace(BRAND, "")).not.toMatch(/[{}]/);
        expect(text.replace(BRAND, "")).not.toMatch(/(?![0-9])\p{Nd}/u);
      }
    }
  });

  it.each(OTP_LOCALES)("have a place for the code where the stored message in %s has its mask", (locale) => {
    const stored = codeText({ locale, brand: "••••••", masked: maskOf(6), minutes: 2 });
    const [above, code, below] = fillMask(stored, "123456").split("\n");
    expect(above).toContain("••••••");
    expect(code).toBe("*\u2068123456\u2069*");
    expect(below).not.toContain("123456");
  });

  it("differ from language to language", () => {
    const all = OTP_LOCALES.map((locale) => textsOf(locale, BRAND));
    for (const what of ["code", "link", "confirmation"] as const) {
      expect(new Set(all.map((texts) => texts[what])).size).toBeGreaterThanOrEqual(OTP_LOCALES.length - 1);
    }
  });

  it("count minutes as the language does", () => {
    const below = (locale: string, minutes: number) =>
      codeText({ locale, brand: null, masked: CODE, minutes }).split("\n")[2];
    expect(below("en", 1)).toBe("Valid for 1 minute. Don't share it with anyone.");
    expect(below("en", 60)).toContain("60 minutes");
    expect(below("ru", 21)).toContain("21 минута");
    expect(below("ar", 10)).toContain("10 دقائق");
  });

  it("of a link without a brand are its code alone, and begin with it otherwise", () => {
    expect(linkText({ locale: "ar", brand: null, code: CODE })).toBe(CODE);
    for (const locale of OTP_LOCALES)
      expect(linkText({ locale, brand: BRAND, code: CODE })).toMatch(/^\u206812345678\u2069/);
  });

  it("fall back to English for a language that has none any more", () => {
    expect(textsOf("tlh", "Tea House")).toEqual(textsOf("en", "Tea House"));
  });
});

describe("the language of a tag", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-at", "de"],
    ["pt", "pt"],
    ["pt-PT", "pt"],
    ["pt-AO", "pt"],
    ["pt-BR", "pt-BR"],
    ["pt-Latn-BR", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-Hans-HK", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["cmn-Hant", "zh-Hant"],
    ["iw", "he"],
    ["ar-EG-u-nu-arab", "ar"],
    ["sr-Latn", "en"],
    ["und", "en"],
  ])("%s is %s", (tag, locale) => {
    expect(lookUpLocale(tag)).toBe(locale);
  });

  it.each(["", "englishlanguage", "pt_BR", "d", "de-", "-de", "de AT", "../etc", "x".repeat(3_000), "constructor"])(
    "%s is none",
    (tag) => {
      expect(lookUpLocale(tag)).toBeNull();
    },
  );
});
