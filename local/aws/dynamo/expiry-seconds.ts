import { isObject } from "../service/input.ts";

/** Epoch seconds for ten thousand years; what is beyond is no time. */
const MOST = 10 ** 12;

/** The whole seconds under the attribute of an item, or null; anything but a number is no expiry, as in AWS. */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < MOST ? seconds : null;
}
