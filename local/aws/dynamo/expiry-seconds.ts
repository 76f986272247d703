import { isObject } from "../service/input.ts";

/** Larger numbers are not a time, because this is already beyond the year 30,000. */
const MOST = 10 ** 12;

/** Returns an item's expiry in epoch seconds; null if the attribute isn't a number, as in AWS. */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < MOST ? seconds : null;
}
