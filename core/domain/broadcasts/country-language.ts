import { callingCountry } from "../messages/phone-number.ts";
import type { BroadcastLanguage } from "./opt-out-line.ts";

/** Maps each broadcast language to the countries where most people read it. All other countries get English. */
const COUNTRIES: Partial<Record<BroadcastLanguage, string>> = {
  ar: "AE BH DJ DZ EG EH IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TN YE",
  de: "AT CH DE LI",
  es: "AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE",
  fa: "AF IR TJ",
  fr: "BE BF BI BJ BL CD CF CG CI CM FR GA GF GN GP HT LU MC MF MG ML MQ NC NE PF PM RE SN TD TG WF YT",
  he: "IL",
  hi: "IN",
  id: "ID",
  it: "IT SM VA",
  ja: "JP",
  ko: "KP KR",
  ms: "BN MY",
  nl: "AW BQ CW NL SR SX",
  pl: "PL",
  pt: "AO BR CV GW MZ PT ST TL",
  ro: "MD RO",
  ru: "BY KG KZ RU",
  tr: "TR",
  uk: "UA",
  ur: "PK",
  vi: "VN",
  zh: "CN HK MO TW",
};

const BY_COUNTRY = new Map(
  Object.entries(COUNTRIES).flatMap(
    ([language, countries]) => countries.split(" ").map((country) => [country, language as BroadcastLanguage] as const), // its own keys
  ),
);

/** Areas within calling code 1 where most people read Spanish: Puerto Rico and the Dominican Republic. */
const SPANISH_AREAS = ["1787", "1939", "1809", "1829", "1849"];

/**
 * Returns the default language for a number's broadcasts: the language of its country. Countries that share a calling
 * code also share a language, apart from the Spanish-speaking areas above, so functions don't need the full numbering
 * plans (82 KB).
 * @param phone digits.
 */
export function languageOfPhone(phone: string | null): BroadcastLanguage {
  if (SPANISH_AREAS.some((area) => phone?.startsWith(area))) return "es";
  const country = phone === null ? undefined : callingCountry(phone);
  return (country === undefined ? undefined : BY_COUNTRY.get(country)) ?? "en";
}
