import { isObject } from "../service/input.ts";

/** The largest number that is treated as a time. It is beyond the year 30,000. */
const MOST = 10 ** 12;

/**
 * Returns an item's expiry time in epoch seconds, or null if the attribute isn't a number. As in AWS, such items don't
 * expire.
 */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < MOST ? seconds : null;
}
