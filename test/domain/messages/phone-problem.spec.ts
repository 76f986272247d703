import fc from "fast-check";
import { getExampleNumber } from "libphonenumber-js/max";
import full from "libphonenumber-js/metadata.max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { PHONE_RULE } from "../../../core/contracts/phone.ts";
import { isInternationalNumber } from "../../../core/domain/messages/phone-number.ts";
import { phoneProblem } from "../../../core/domain/messages/phone-problem.ts";
import { otherForm } from "../../../core/domain/messages/written-forms.ts";

/** Returns the part of the message that follows the rule and names the likely mistake. */
const mistakeOf = (phone: string) => phoneProblem(phone)?.slice(PHONE_RULE.length + 1) ?? null;

const COUNTRIES = Object.values(full.country_calling_codes).flat();
/** An example mobile number for each country, in international format. */
const EXAMPLES = COUNTRIES.flatMap((country) => getExampleNumber(country, examples) ?? []);

describe("a phone number in a request", () => {
  it.each([
    ["a Brazilian mobile", "5511987654321"],
    ["a Brazilian mobile without the ninth digit, as the network writes many", "551187654321"],
    ["a Mexican mobile", "525512345678"],
    ["a Mexican mobile with the 1 that the network writes", "5215512345678"],
    ["an Argentine mobile", "5491123456789"],
    ["an Argentine mobile without the 9", "541123456789"],
    ["a test number of the network's own", "15550253483"],
    ["a number of an area that was opened after the plan was read", "13695550123"],
    ["an Italian landline, which keeps its 0", "390612345678"],
    ["an Ivorian mobile, which begins with 0", "2250712345678"],
    ["a number that could lack the code 49, and is one of North America", "15112345678"],
  ])("may be %s", (_, phone) => expect(phoneProblem(phone)).toBeNull());

  it.each([
    ["Brazil, code missing", "11970000051", "Is the country code 55 missing?"],
    ["Brazil, code missing, another area", "19987654321", "Is the country code 55 missing?"],
    ["Brazil, code and ninth digit missing", "1187654321", "Is the country code 54 or 55 missing?"],
    ["Mexico, code missing", "5512345678", "Is the country code 1 or 52 missing?"],
    ["Argentina, code missing", "1123456789", "Is the country code 54 missing?"],
    ["India, code missing", "9876543210", "Is the country code 1, 52, 55 or 91 missing?"],
    ["Germany, code missing", "15912345678", "Is the country code 49 or 55 missing?"],
    ["Germany, as dialled within it", "015112345678", "Leave out the 0 in front. Is the country code 49 missing?"],
    ["Britain, code missing", "7700123456", "Is the country code 44, 52 or 91 missing?"],
    ["the US, code missing", "2125550123", "Is the country code 1 or 52 missing?"],
    ["00 in front", "00447911123456", "Leave out the 00 before the country code."],
    ["0 in front", "05511999990001", "Leave out the 0 before the country code."],
    ["00 in front and code missing", "0011987654321", "Leave out the 00 in front. Is the country code 55 missing?"],
    ["a plus", "+447911123456", "Leave out the +, spaces and other symbols."],
    ["a plus and signs", "+55 (11) 98765-4321", "Leave out the +, spaces and other symbols."],
    ["signs and code missing", "(11) 98765-4321", "Is the country code 55 missing?"],
    ["Britain, 0 after the code", "4407911123456", "Leave out the 0 after the country code 44."],
    ["Britain, (0) after the code", "+44 (0) 7911 123456", "Leave out the 0 after the country code 44."],
    ["Germany, 0 after the code", "49015112345678", "Leave out the 0 after the country code 49."],
    ["Brazil, 0 after the code", "55011987654321", "Leave out the 0 after the country code 55."],
    ["Russia, 8 after the code", "789123456789", "Leave out the 8 after the country code 7."],
    ["the US, code twice", "112125550123", "Leave out the 1 after the country code 1."],
    ["Argentina, 15 within", "5411151234567", "Write the number as it is dialed from abroad."],
    ["an area that North America cannot have", "10125550123", ""],
    ["no number", "someone", ""],
  ])("is refused with the likely mistake: %s", (_, phone, mistake) => {
    expect(mistakeOf(phone)).toBe(mistake);
  });

  it("is fine as the example of every country's mobiles, in the other form, too", () => {
    const numbers = EXAMPLES.map(({ number }) => number.slice(1));
    const others = numbers.flatMap((number) => otherForm(number) ?? []);

    expect(numbers.length).toBeGreaterThan(230);
    expect(others.length).toBeGreaterThan(2);
    expect([...numbers, ...others].filter((number) => phoneProblem(number) !== null)).toEqual([]);
  });

  it("is fine in each length and with each first digits that its country has", () => {
    const refused = COUNTRIES.flatMap((country) =>
      typePatterns(country).flatMap(({ code, pattern }) =>
        fc
          .sample(fc.stringMatching(pattern), { numRuns: 20, seed: 1 })
          .map((national) => code + national)
          .filter((number) => isInternationalNumber(number) && phoneProblem(number) !== null),
      ),
    );
    expect(refused).toEqual([]);
  });

  it("is in international format or refused, and a refusal begins with the rule", () => {
    const texts = fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^\+?[0-9 ().-]{1,25}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const problem = phoneProblem(text);
        if (problem === null) expect(isInternationalNumber(text)).toBe(true);
        else expect(problem.startsWith(PHONE_RULE)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["BR", "55"],
    ["MX", "52"],
    ["AR", "54"],
    ["IN", "91"],
    ["DE", "49"],
    ["GB", "44"],
  ] as const)("of %s, refused without its code, is told of %s", (country, code) => {
    const mobiles = typePatterns(country)[1]?.pattern ?? /never/;
    fc.assert(
      fc.property(fc.stringMatching(mobiles), (national) => {
        // Indian company numbers begin with 1 and are never written without the country code.
        fc.pre(country !== "IN" || !national.startsWith("1"));
        const mistake = mistakeOf(national);
        if (mistake?.startsWith("Is the country code")) expect(mistake).toMatch(new RegExp(`\\b${code}\\b`));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["BR", "55"],
    ["AR", "54"],
    ["IN", "91"],
    ["DE", "49"],
    ["GB", "44"],
  ] as const)("of %s is refused with a 0 after its code", (country, code) => {
    const mobiles = typePatterns(country)[1]?.pattern ?? /never/;
    fc.assert(
      fc.property(fc.stringMatching(mobiles), (national) => {
        expect(mistakeOf(`${code}0${national}`)).toBe(`Leave out the 0 after the country code ${code}.`);
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns a country's number patterns by type, in the package's order: landlines, mobiles and so on. */
function typePatterns(country: string) {
  const data = full as unknown as { countries: Record<string, unknown[]> }; // its own type says less
  const [code, , general, , , , , , , , , types] = data.countries[country] ?? [];
  const patterns = Array.isArray(types) ? types.map((type: [string] | 0) => (type === 0 ? "" : type[0])) : [general];
  return patterns
    .filter((pattern) => pattern !== "")
    .map((pattern) => ({ code: String(code), pattern: new RegExp(`^(?:${pattern})$`) }));
}
