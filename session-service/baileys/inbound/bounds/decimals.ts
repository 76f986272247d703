import type { ForeignNumber } from "./foreign.ts";
import { opened } from "./numbers.ts";

/** The maximum number of decimal places in an amount from the network. */
const MOST_PLACES = 6;

/**
 * Converts an amount, which the network expresses in fractions of a currency unit, to exact decimal text with at least
 * two digits after the point: 12500 thousandths become `12.50`. @param parts the number of fractions per unit, a power
 * of ten.
 * @returns null if the amount is missing or invalid.
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

/** Converts an amount as `decimalText` does, but from the number as the network sent it. */
export const takenDecimal = (value: ForeignNumber | null | undefined, parts: number): string | null =>
  decimalText(opened(value), parts);
