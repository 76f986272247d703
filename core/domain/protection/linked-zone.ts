import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.min";
import { COUNTRY_ZONES } from "./country-zones.ts";

/** Full numbering plans: telling apart countries that share a calling code needs more than `phone-plans.json`. */
const PLANS: MetadataJson = metadata;

/** Zone of numbers that belong to no country (satellites, ships). */
const NOWHERE = "UTC";

/**
 * The country of a number (ISO 3166); for one of no country (test numbers) the largest with its calling code.
 * @param phone digits.
 */
export function countryOfPhone(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${phone}`, PLANS);
  const code = number?.countryCallingCode;
  const largest = code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
  return number?.country ?? largest;
}

/**
 * The time zone of a linked number: its country's, or, for a number of no country (test numbers), that of the largest
 * country with its calling code. Its owner can choose another.
 * @param phone digits.
 */
export function zoneOfPhone(phone: string): string {
  const country = countryOfPhone(phone);
  return (country === undefined ? undefined : COUNTRY_ZONES[country]) ?? NOWHERE;
}
