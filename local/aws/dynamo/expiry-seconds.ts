import { isObject } from "../service/input.ts";

/** The largest number that is treated as a time. It is already beyond the year 30,000. */
const MOST = 10 ** 12;

/**
 * Returns the expiry time of an item in epoch seconds, or null if the attribute isn't a number. AWS treats such items
 * in the same way.
 */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < MOST ? seconds : null;
}
