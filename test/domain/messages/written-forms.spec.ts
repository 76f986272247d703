import fc from "fast-check";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { formMark, formWith, otherForm, writtenForms } from "../../../core/domain/messages/written-forms.ts";
import { otherForm as ofTheNetwork } from "../../../simulated-network/src/format/other-form.ts";

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
const country = fc.constantFrom("52", "521", "54", "549", "55", "1", "7", "56", "595");
const phones = fc.tuple(country, fc.integer({ min: 6, max: 12 }).chain(digits)).map((parts) => parts.join(""));

describe("the forms in which a number is written", () => {
  it.each([
    ["Brazil, São Paulo", "551187654321", "5511987654321"],
    ["Brazil, Manaus", "559287654321", "5592987654321"],
    ["Brazil, a number that began with 6", "555567654321", "5555967654321"],
    ["Mexico", "525512345678", "5215512345678"],
    ["Mexico, three digits of area", "526641234567", "5216641234567"],
    ["Argentina, two digits of area", "541123456789", "5491123456789"],
    ["Argentina, three digits of area", "543414123456", "5493414123456"],
    ["Argentina, four digits of area", "542954412345", "5492954412345"],
  ])("are two: %s", (_, short, long) => {
    expect(writtenForms(short)).toEqual([short, long]);
    expect(writtenForms(long)).toEqual([long, short]);
  });

  it.each([
    ["a Brazilian landline", "551133334444"],
    ["a number of Brazil that is a landline with a 9 before it", "5511933334444"],
    ["a Brazilian mobile of after the reform, which never had eight digits", "5511912345678"],
    ["an area that Brazil has not", "552087654321"],
    ["a number of the United States", "15551234567"],
    ["a number of Spain that looks like a Brazilian one", "34551187654"],
    ["a Mexican number that is too short", "52551234567"],
    ["a free number of Argentina", "548001234567"],
    ["an Egyptian number", "201012345678"],
  ])("are one: %s", (_, phone) => expect(writtenForms(phone)).toEqual([phone]));

  it("lead to each other, are at most two, and stay in their country", () => {
    fc.assert(
      fc.property(phones, (phone) => {
        const [given, other, ...more] = writtenForms(phone);
        expect(given).toBe(phone);
        expect(more).toEqual([]);
        if (other === undefined) return;
        expect(other).not.toBe(phone);
        expect(writtenForms(other)).toEqual([other, phone]);
        expect(other.slice(0, 2)).toBe(phone.slice(0, 2));
        expect(Math.abs(other.length - phone.length)).toBe(1);
      }),
      { numRuns: 5_000 },
    );
  });

  it("tell each other by the few digits that they do not share", () => {
    fc.assert(
      fc.property(phones, (phone) => {
        const form = otherForm(phone);
        if (form === null) return;
        const mark = formMark(phone, form);
        expect(mark).not.toBeNull();
        expect(formWith(phone, String(mark))).toBe(form);
      }),
      { numRuns: 2_000 },
    );
    expect(formMark("390212345678", "39212345678")).toBe("2");
    expect(formMark("390212345678", "44212345678")).toBeNull();
    expect(formMark("390212345678", "390212345678")).toBeNull();
  });

  it("are two for each mobile of Argentina and Mexico, and for Brazil's that are as old as their reform", () => {
    fc.assert(
      fc.property(phones, (phone) => {
        if (!/^(549|52[2-9]|55)/.test(phone) || !isValidPhoneNumber(`+${phone}`)) return;
        const isBrazils = phone.startsWith("55");
        // No Brazilian area code contains a 0, but the package accepts such numbers anyway.
        const isOldMobile = /^55[1-9][1-9]9[6-9]\d{7}$/.test(phone);
        if (isBrazils ? isOldMobile : /^(549|52)[1-3]|^52[2-9]/.test(phone)) expect(otherForm(phone)).not.toBeNull();
        if (isBrazils && /^55..[2-5]\d{7}$/.test(phone)) expect(otherForm(phone)).toBeNull();
      }),
      { numRuns: 5_000 },
    );
  });

  it("are those that the simulated network knows", () => {
    fc.assert(
      fc.property(phones, (phone) => {
        const ours = otherForm(phone);
        if (ours !== null) expect(ofTheNetwork(phone)).toBe(ours);
      }),
      { numRuns: 2_000 },
    );
  });
});
