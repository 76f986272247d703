import { isObject } from "../service/input.ts";

/** Larger numbers are no time: this is beyond the year 30,000. */
const MOST = 10 ** 12;

/** The expiry of an item, in epoch seconds; null when the attribute is no number, as in AWS. */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < MOST ? seconds : null;
}
