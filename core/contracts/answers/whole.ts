import * as z from "zod";

/** Creates a schema for a whole number from `min` to `max`, with the same error message for every mistake. */
export function whole(min: number, max: number) {
  const rule = `Use a whole number from ${min} to ${max}.`;
  return z.int(rule).min(min, rule).max(max, rule);
}
