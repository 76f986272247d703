import type { ForeignNumber } from "./foreign.ts";
import { opened } from "./numbers.ts";

/** The most digits after the point that an amount of the network has. */
const MOST_PLACES = 6;

/**
 * An amount that the network gives as a whole number of parts of one, as exact decimal text with at least two digits
 * after the point: 12500 of 1000 is `12.50`; null if it isn't one. @param parts how many make one: a power of ten.
 */
export function decimalText(value: number | null, parts: number | null): string | null {
  const places = parts === null ? -1 : String(parts).length - 1;
  if (value === null || !Number.isSafeInteger(value) || places > MOST_PLACES || 10 ** places !== parts) return null;
  const digits = String(Math.abs(value)).padStart(places + 1, "0");
  const cut = digits.length - places;
  let fraction = digits.slice(cut);
  while (fraction.length > 2 && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
  return `${value < 0 ? "-" : ""}${digits.slice(0, cut)}.${fraction.padEnd(2, "0")}`;
}

/** The same of a number of the network. */
export const takenDecimal = (value: ForeignNumber | null | undefined, parts: number): string | null =>
  decimalText(opened(value), parts);
