import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.min";
import { COUNTRY_ZONES } from "./country-zones.ts";

/**
 * The full numbering plans, because `phone-plans.json` isn't enough to distinguish countries that share a calling code.
 */
const PLANS: MetadataJson = metadata;

/** The time zone of numbers without a country, such as satellite phones and ships. */
const NOWHERE = "UTC";

/**
 * Returns a number's country (ISO 3166). For a number without a country (test numbers), returns the largest country
 * with its calling code.
 * @param phone digits.
 */
export function countryOfPhone(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${phone}`, PLANS);
  const code = number?.countryCallingCode;
  const largest = code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
  return number?.country ?? largest;
}

/**
 * Returns the time zone for a linked number: that of its country or, for a number without one (test numbers), that of
 * the largest country with its calling code. The customer can choose another zone.
 * @param phone digits.
 */
export function zoneOfPhone(phone: string): string {
  const country = countryOfPhone(phone);
  return (country === undefined ? undefined : COUNTRY_ZONES[country]) ?? NOWHERE;
}
