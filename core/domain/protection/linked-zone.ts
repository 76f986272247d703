import { type MetadataJson, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.min";
import { COUNTRY_ZONES } from "./country-zones.ts";

/** Full numbering plans, because `phone-plans.json` can't tell apart countries that share a calling code. */
const PLANS: MetadataJson = metadata;

/** The zone for numbers of no country, such as those of satellites and ships. */
const NOWHERE = "UTC";

/**
 * Returns a number's country (ISO 3166) or, if it has none (test numbers), the largest one with its calling code.
 * @param phone digits.
 */
export function countryOfPhone(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${phone}`, PLANS);
  const code = number?.countryCallingCode;
  const largest = code === undefined ? undefined : PLANS.country_calling_codes[code]?.[0];
  return number?.country ?? largest;
}

/**
 * Returns a linked number's time zone: that of its country or, if it has none (test numbers), of the largest country
 * with its calling code. The number's owner can choose another.
 * @param phone digits.
 */
export function zoneOfPhone(phone: string): string {
  const country = countryOfPhone(phone);
  return (country === undefined ? undefined : COUNTRY_ZONES[country]) ?? NOWHERE;
}
