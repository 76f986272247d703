import { PHONE_RULE } from "../../contracts/phone.ts";
import { codesMissing } from "./missing-code.ts";
import { isInternationalNumber, readNumber } from "./phone-number.ts";
import ranges from "./phone-ranges.json" with { type: "json" };

/** Calling code -> length -> first digits of numbers, where the plan decides and some are not used. Made by `npm run docs`. */
const FIRST: Readonly<Record<string, Readonly<Record<string, string>>>> = ranges;

/** Areas begin with 2 to 9, and those whose second digit is 9 are kept for longer numbers. */
const NORTH_AMERICA = /^1[2-9][0-8]/;

/** Services' numbers that begin like what is dialled in front of others within their country, and belong to it. */
const SERVICES = /^(?:5590|(?:62|81|82|91|598)00|3758[0-2])/;

const SIGNS = /[\s().+/-]/g;

/** Whether a number of a request can be somebody's, and if not, the likely mistake as a sentence ("": none is likely). */
export type PhoneVerdict = { isFine: true } | { isFine: false; mistake: string };

const wrong = (mistake = ""): PhoneVerdict => ({ isFine: false, mistake });

/**
 * The sentence on a phone number of a request that is not in international format or that cannot exist, with the likely
 * mistake; null: it is fine. Numbers that the network or the table names are never judged by this: plans change.
 * Spec: Message, `phone`; Errors, rule 1.
 */
export function phoneProblem(given: string): string | null {
  const verdict = judgePhone(given);
  if (verdict.isFine) return null;
  return verdict.mistake === "" ? PHONE_RULE : `${PHONE_RULE} ${verdict.mistake}`;
}

/** Judges a phone number as `phoneProblem` does, for those who say it in a sentence of their own. */
export function judgePhone(given: string): PhoneVerdict {
  if (/^[1-9]\d*$/.test(given)) return judgeDigits(given);
  const digits = given.replace(SIGNS, "");
  if (!/^\d+$/.test(digits)) return wrong();
  const number = digits.replace(/^0+/, "");
  const inside = judgeDigits(number);
  if (number === digits) return inside.isFine ? wrong("Leave out the +, spaces and other signs.") : inside;
  const missing = isMissing(number);
  // One 0 is what is dialled within a country, so the rest lacks a code even where it looks like another country's number.
  if (!digits.startsWith("00") && missing !== "") return wrong(`Leave out the 0 in front. ${missing}`);
  const zeros = digits.startsWith("00") ? "00" : "0";
  if (inside.isFine) return wrong(`Leave out the ${zeros} before the country code.`);
  return wrong(inside.mistake === "" ? "" : `Leave out the ${zeros} in front. ${inside.mistake}`);
}

/** @param number begins with 1 to 9. */
function judgeDigits(number: string): PhoneVerdict {
  const read = isInternationalNumber(number) ? readNumber(number) : null;
  if (read === null) return wrong(isMissing(number));
  const { code, given, national } = read;
  if (given !== national && !SERVICES.test(number)) return wrong(tooMuch(code, given, national));
  // No area of North America will ever begin with 0 or 1. Elsewhere a new range may be in use before it is in the table.
  if (/^1[01]/.test(number)) return wrong(isMissing(number));
  const isInPlan = code === "1" ? NORTH_AMERICA.test(number) : isUsed(code, given);
  const mistake = isInPlan ? "" : isMissing(number);
  return mistake === "" ? { isFine: true } : wrong(mistake);
}

/** Whether some number of this length begins like this one; also where that is not known. */
function isUsed(code: string, national: string): boolean {
  const firsts = FIRST[code]?.[national.length];
  return firsts === undefined || firsts.includes(national.slice(0, 1));
}

function isMissing(number: string): string {
  const codes = codesMissing(number);
  const last = codes.pop();
  if (last === undefined) return "";
  return `Is the country code ${codes.length === 0 ? last : `${codes.join(", ")} or ${last}`} missing?`;
}

/** @param national what was meant. */
function tooMuch(code: string, given: string, national: string): string {
  const prefix = given.endsWith(national) ? given.slice(0, given.length - national.length) : "";
  if (prefix !== "") return `Leave out the ${prefix} after the country code ${code}.`;
  return "Write it as it is dialled from abroad.";
}
