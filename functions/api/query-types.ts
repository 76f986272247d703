import * as z from "zod";

const MOST_DIGITS = 9;

/**
 * Creates the schema of an integer query parameter from `min` to `max`. Numbers outside this range are rejected rather
 * than clamped. `what` is how the error message refers to the parameter.
 */
export function queryInteger(what: string, min: number, max: number) {
  const sentence = `The ${what} must be a whole number from ${min} to ${max}.`;
  return z
    .string(sentence)
    .max(MOST_DIGITS, { error: sentence, abort: true })
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.int().min(min, sentence).max(max, sentence))
    .meta({ override: { type: "integer", minimum: min, maximum: max, maxLength: undefined, pattern: undefined } });
}

/**
 * Creates the schema of a query flag: `1` or `true`, `0` or `false`. `what` is the parameter's name in the error
 * message.
 */
export function queryFlag(what: string) {
  return z
    .enum(["1", "0", "true", "false"], `The ${what} must be 1 or 0 (or true or false).`)
    .transform((given) => given === "1" || given === "true")
    .meta({ override: { type: "boolean", enum: undefined } });
}

/**
 * Creates the schema for a query list, written as `name[]=a&name[]=b`, `name[0]=a&name[1]=b` or `name=a&name=b`. A
 * single value is treated as a list with one entry.
 */
export function queryList<T extends z.ZodType>(element: T, max: number) {
  const rule = `The list has too many entries. Use at most ${max}.`;
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(element).max(max, rule));
}
