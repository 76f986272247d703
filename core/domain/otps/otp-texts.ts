import type { OtpSentences } from "./otp-sentences.ts";
import { TEXTS_AR_TO_KO } from "./otp-texts-ar-to-ko.ts";
import { TEXTS_MS_TO_ZH } from "./otp-texts-ms-to-zh.ts";

const TEXTS = { ...TEXTS_AR_TO_KO, ...TEXTS_MS_TO_ZH };

/** A language that codes and links are written in. */
export type OtpLocale = keyof typeof TEXTS;
/** The languages that codes and links are written in. */
export const OTP_LOCALES = Object.keys(TEXTS) as readonly OtpLocale[]; // its own keys

const isOtpLocale = (tag: string): tag is OtpLocale => Object.hasOwn(TEXTS, tag);

/**
 * The language for a tag of BCP 47: itself, else its language and region, or language and script, else its language,
 * else English. Spec: OTP, `locale`.
 * @returns null for an invalid tag.
 */
export function lookUpLocale(tag: string): OtpLocale | null {
  const canonical = canonicalTag(tag);
  if (canonical === null) return null;
  const { language, region } = canonical;
  // A tag for Taiwan or Hong Kong means their script; the region must be explicit, or `pt` would be Brazil's.
  const { script } = canonical.maximize();
  const tries = [canonical.baseName, `${language}-${region}`, `${language}-${script}`, language];
  return tries.find(isOtpLocale) ?? "en";
}

function canonicalTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The message of a code: the code is alone on its line, in bold. Spec: OTP, by code.
 * @param text.masked its replacement in the stored text, or the code itself. @param text.locale the OTP's; one that no
 * longer has texts is English.
 */
export function codeText(text: { locale: string; brand: string | null; masked: string; minutes: number }): string {
  const { locale, brand, masked, minutes } = text;
  const said = sentencesOf(locale);
  const above = brand === null ? said.code : filled(said.codeFor, { brand: isolated(brand) });
  const below = `${filled(said.valid, { time: minutesText(locale, minutes) })} ${said.secret}`;
  return `${above}\n*${isolated(masked)}*\n${below}`;
}

/** The text that a person sends from a link: the code alone, or first. Spec: OTP, by link. */
export function linkText({ locale, brand, code }: { locale: string; brand: string | null; code: string }): string {
  if (brand === null) return code;
  return filled(sentencesOf(locale).link, { code: isolated(code), brand: isolated(brand) });
}

/** The answer to a person whose text completed a link. Spec: OTP, by link. */
export function confirmationText({ locale, brand }: { locale: string; brand: string | null }): string {
  const { confirmed, confirmedFor } = sentencesOf(locale);
  return brand === null ? confirmed : filled(confirmedFor, { brand: isolated(brand) });
}

const sentencesOf = (locale: string): OtpSentences => TEXTS[isOtpLocale(locale) ? locale : "en"];

/** Isolated in its own direction, so that it stays as written in a text of the other one. */
const isolated = (part: string): string => `\u2068${part}\u2069`;

/** The plurals are the platform's; digits are the same in every language, like those of the code. */
function minutesText(locale: string, minutes: number): string {
  const form = { style: "unit", unit: "minute", unitDisplay: "long", numberingSystem: "latn" } as const;
  return new Intl.NumberFormat(isOtpLocale(locale) ? locale : "en", form).format(minutes);
}

/** A single pass: inserted values are never searched for placeholders. */
const filled = (sentence: string, parts: Partial<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/gu, (place, name: string) => parts[name] ?? place);
