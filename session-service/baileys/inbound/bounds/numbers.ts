import { toNumber } from "@whiskeysockets/baileys";
import { coordinate } from "../../../../core/domain/messages/coordinate.ts";
import type { ForeignNumber, ForeignText, WideNumber } from "./foreign.ts";

type Given = ForeignNumber | null | undefined;

/** The network counts amounts in thousandths. */
const THOUSANDTHS = 1_000;

/** A count or a size: whole, from 0 to `most`; null if there is none, or it is invalid. */
export function takenCount(given: Given, most: number): number | null {
  const number = opened(given);
  return number !== null && Number.isSafeInteger(number) && number >= 0 && number <= most ? number : null;
}

/** The network's amount in whole currency units; null if none is given, or it is too large to be counted exactly. */
export function takenAmount(thousandths: Given): number | null {
  const number = opened(thousandths);
  return number !== null && Number.isSafeInteger(number) ? number / THOUSANDTHS : null;
}

/** Degrees, within `max` of zero. */
export const takenDegrees = (given: Given, max: 90 | 180): number => coordinate(opened(given), max);

/** The seconds in a stanza's attribute; null if there are none. */
export function takenSeconds(given: ForeignText | null | undefined): number | null {
  const text: unknown = given;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Whether the value is exactly this number, such as one from a list of kinds. */
export const isNumber = (given: Given, number: number): boolean => (given as unknown) === number;

/** Returns the number itself, of any size; null if there is none. Not for readers, as it has no limits. */
export function opened(given: Given): number | null {
  if (given === null || given === undefined) return null;
  const number: unknown = given;
  if (typeof number === "number") return number;
  if (typeof number === "bigint") return Number(number);
  return typeof number === "object" ? toNumber(number as WideNumber as never) : null; // the library's wide numbers
}
