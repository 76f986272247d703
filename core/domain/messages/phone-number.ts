import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import plans from "./phone-plans.json" with { type: "json" };

/**
 * The phone number package's own data, reduced by `npm run docs` to the part needed here. The rows have no declared
 * type.
 */
const PLANS = plans as unknown as MetadataJson;

/** Matches an E.164 number's digits, at most 15. */
const DIGITS = /^[1-9]\d{4,14}$/;

/** Matches Mexican mobile numbers as the network still writes them, with the 1 that the country dropped in 2020. */
const MEXICAN_MOBILE = /^521\d{10}$/;

/** Returns the largest of the countries (ISO 3166) that share a number's calling code. @param phone digits. */
export function callingCountry(phone: string): string | undefined {
  const code = parsePhoneNumberFromString(`+${phone}`, PLANS)?.countryCallingCode;
  return code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
}

/**
 * Whether a string is a phone number in this API's international format: country code and digits, without `+` or a
 * leading 0, and with a length that is valid in its country. Spec: Message, `phone`; Errors, rule 1.
 */
export function isInternationalNumber(text: string): boolean {
  if (!DIGITS.test(text)) return false;
  return MEXICAN_MOBILE.test(text) || parsePhoneNumberFromString(`+${text}`, PLANS)?.isPossible() === true;
}

/**
 * Splits a number into its calling code, the rest as given, and the rest as dialed from abroad. The last two differ if
 * the number includes digits that are dialed only within the country. Mexican mobile numbers retain the 1 that the
 * network includes.
 * @param phone digits for which `isInternationalNumber` is true. @returns null if the calling code doesn't exist.
 */
export function readNumber(phone: string): { code: string; given: string; national: string } | null {
  const read = parsePhoneNumberFromString(`+${phone}`, PLANS);
  if (read === undefined) return null;
  const code: string = read.countryCallingCode;
  const given = phone.slice(code.length);
  return { code, given, national: MEXICAN_MOBILE.test(phone) ? given : read.nationalNumber };
}
