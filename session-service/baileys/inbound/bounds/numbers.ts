import { toNumber } from "@whiskeysockets/baileys";
import { coordinate } from "../../../../core/domain/messages/coordinate.ts";
import type { ForeignNumber, ForeignText, WideNumber } from "./foreign.ts";

type Given = ForeignNumber | null | undefined;

/** The network expresses amounts in thousandths of a currency unit. */
const THOUSANDTHS = 1_000;

/**
 * Returns a count or a size, which must be a whole number from 0 to `most`, or null if the value is missing or invalid.
 */
export function takenCount(given: Given, most: number): number | null {
  const number = opened(given);
  return number !== null && Number.isSafeInteger(number) && number >= 0 && number <= most ? number : null;
}

/**
 * Converts the network's amount to whole currency units. Returns null if the amount is missing or too large to
 * represent exactly.
 */
export function takenAmount(thousandths: Given): number | null {
  const number = opened(thousandths);
  return number !== null && Number.isSafeInteger(number) ? number / THOUSANDTHS : null;
}

/** Returns degrees, limited to the range from -`max` to `max`. */
export const takenDegrees = (given: Given, max: 90 | 180): number => coordinate(opened(given), max);

/** Returns the seconds in a stanza's attribute, or null if it contains none. */
export function takenSeconds(given: ForeignText | null | undefined): number | null {
  const text: unknown = given;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Whether the value equals `number`, for example a constant from a list of kinds. */
export const isNumber = (given: Given, number: number): boolean => (given as unknown) === number;

/**
 * Returns the number itself, of any size, or null. Content readers must not use this function, because it doesn't apply
 * any limits.
 */
export function opened(given: Given): number | null {
  if (given === null || given === undefined) return null;
  const number: unknown = given;
  if (typeof number === "number") return number;
  if (typeof number === "bigint") return Number(number);
  return typeof number === "object" ? toNumber(number as WideNumber as never) : null; // the library's wide numbers
}
