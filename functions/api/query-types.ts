import * as z from "zod";

/** A whole number in a query, `min` to `max`; another value is refused, not cut. */
export function queryInteger(min: number, max: number) {
  const sentence = `Give a whole number from ${min} to ${max}.`;
  return z
    .string(sentence)
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.int().min(min, sentence).max(max, sentence))
    .meta({ override: { type: "integer", minimum: min, maximum: max, pattern: undefined } });
}

/** A list in a query, given as `name[]=a&name[]=b`, `name[0]=a&name[1]=b` or `name=a&name=b`; one text is a list of one. */
export function queryList<T extends z.ZodType>(element: T) {
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(element));
}
