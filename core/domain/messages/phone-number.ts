import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import plans from "./phone-plans.json" with { type: "json" };

/** The package's own data, cut to what is used here; made by `npm run docs`. Its rows have no type of their own. */
const PLANS = plans as unknown as MetadataJson;

/** E.164: at most 15 digits. */
const DIGITS = /^[1-9]\d{4,14}$/;

/** Mexican mobiles as the network still writes them: with the 1 that the country gave up in 2020. */
const MEXICAN_MOBILE = /^521\d{10}$/;

/** The largest country (ISO 3166) of those that share a number's calling code. @param phone digits. */
export function callingCountry(phone: string): string | undefined {
  const code = parsePhoneNumberFromString(`+${phone}`, PLANS)?.countryCallingCode;
  return code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
}

/**
 * Whether a text is a phone number in this API's international format: country code and digits, no `+`, no leading 0,
 * of a length valid in its country. Spec: Message, `phone`; Errors, rule 1.
 */
export function isInternationalNumber(text: string): boolean {
  if (!DIGITS.test(text)) return false;
  return MEXICAN_MOBILE.test(text) || parsePhoneNumberFromString(`+${text}`, PLANS)?.isPossible() === true;
}

/**
 * A number in its parts: its calling code, what is given after it, and what of that is dialled from abroad. Both differ
 * when something is written that belongs to calls within the country. Mexican mobiles keep the 1 that the network writes.
 * @param phone digits for which `isInternationalNumber` holds. @returns null when no country has such a code.
 */
export function readNumber(phone: string): { code: string; given: string; national: string } | null {
  const read = parsePhoneNumberFromString(`+${phone}`, PLANS);
  if (read === undefined) return null;
  const code: string = read.countryCallingCode;
  const given = phone.slice(code.length);
  return { code, given, national: MEXICAN_MOBILE.test(phone) ? given : read.nationalNumber };
}
