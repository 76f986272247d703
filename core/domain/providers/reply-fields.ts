/** More than any call can use: a provider's larger number is not a count. */
const TOKENS_MAX = 10_000_000;

/** The fields of a value that should be an object; none for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // each of them is checked before it is used
    : {};

/** A value that should be a text; anything else is an empty one. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The objects of a value that should be a list of them. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** A count of tokens; anything else is none. */
export const tokensOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? Math.min(value, TOKENS_MAX) : 0;
