import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.min";
import { COUNTRY_ZONES } from "./country-zones.ts";

/** Whole plans: which of the countries that share a calling code a number is of needs more than `phone-plans.json`. */
const PLANS: MetadataJson = metadata;

/** Numbers of no country (satellites, ships): nobody's clock is known. */
const NOWHERE = "UTC";

/**
 * The time zone of a linked number: its country's, or that of the largest country with its calling code when the number
 * itself is of none (test numbers). Its owner can choose another.
 * @param phone digits.
 */
export function zoneOfPhone(phone: string): string {
  const number = parsePhoneNumberFromString(`+${phone}`, PLANS);
  const code = number?.countryCallingCode;
  const largest = code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
  const country = number?.country ?? largest;
  return (country === undefined ? undefined : COUNTRY_ZONES[country]) ?? NOWHERE;
}
