import type { OtpSentences } from "./otp-sentences.ts";
import { TEXTS_AR_TO_KO } from "./otp-texts-ar-to-ko.ts";
import { TEXTS_MS_TO_ZH } from "./otp-texts-ms-to-zh.ts";

const TEXTS = { ...TEXTS_AR_TO_KO, ...TEXTS_MS_TO_ZH };

/** A language available for messages with codes and links. */
export type OtpLocale = keyof typeof TEXTS;
/** The languages available for messages with codes and links. */
export const OTP_LOCALES = Object.keys(TEXTS) as readonly OtpLocale[]; // its own keys

const isOtpLocale = (tag: string): tag is OtpLocale => Object.hasOwn(TEXTS, tag);

/**
 * Finds the language for a BCP 47 tag by trying, in this order: the tag itself, its language and region, its language
 * and script, and its language alone. Falls back to English. Spec: OTP, `locale`.
 * @returns null for an invalid tag.
 */
export function lookUpLocale(tag: string): OtpLocale | null {
  const canonical = canonicalTag(tag);
  if (canonical === null) return null;
  const { language, region } = canonical;
  // A tag for Taiwan or Hong Kong implies its script. The region must be explicit, because otherwise `pt` would imply
  // Brazil.
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
 * Builds the message that contains a code, with the code in bold on a line of its own. Spec: OTP, by code.
 * @param text.masked the mask for the stored text, or the code itself. @param text.locale the OTP's language. If its
 * texts were removed, English is used.
 */
export function codeText(text: { locale: string; brand: string | null; masked: string; minutes: number }): string {
  const { locale, brand, masked, minutes } = text;
  const said = sentencesOf(locale);
  const above = brand === null ? said.code : filled(said.codeFor, { brand: isolated(brand) });
  const below = `${filled(said.valid, { time: minutesText(locale, minutes) })} ${said.secret}`;
  return `${above}\n*${isolated(masked)}*\n${below}`;
}

/**
 * Builds the text that a person sends from a link. It is either just the code or starts with the code. Spec: OTP, by
 * link.
 */
export function linkText({ locale, brand, code }: { locale: string; brand: string | null; code: string }): string {
  if (brand === null) return code;
  return filled(sentencesOf(locale).link, { code: isolated(code), brand: isolated(brand) });
}

/** Builds the reply to a person whose text completed an OTP by link. Spec: OTP, by link. */
export function confirmationText({ locale, brand }: { locale: string; brand: string | null }): string {
  const { confirmed, confirmedFor } = sentencesOf(locale);
  return brand === null ? confirmed : filled(confirmedFor, { brand: isolated(brand) });
}

const sentencesOf = (locale: string): OtpSentences => TEXTS[isOtpLocale(locale) ? locale : "en"];

/** Isolates part of a text in its own direction, so surrounding text in the opposite direction doesn't reorder it. */
const isolated = (part: string): string => `\u2068${part}\u2069`;

/**
 * Returns the number of minutes as localized text, e.g. "5 minutes". Plural forms come from the platform. The same
 * digits are used in every language, as for the code.
 */
function minutesText(locale: string, minutes: number): string {
  const form = { style: "unit", unit: "minute", unitDisplay: "long", numberingSystem: "latn" } as const;
  return new Intl.NumberFormat(isOtpLocale(locale) ? locale : "en", form).format(minutes);
}

/** Fills in all placeholders in a single pass, so inserted values are never searched for placeholders. */
const filled = (sentence: string, parts: Partial<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/gu, (place, name: string) => parts[name] ?? place);
