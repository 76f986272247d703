/** More tokens than any call can use. Larger numbers from a provider are reduced to this value. */
const TOKENS_MAX = 10_000_000;

/** Returns the fields of a value that should be an object, or an empty object for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // each field is checked before it is used
    : {};

/** Returns a value that should be a string, or an empty string for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the objects in a value that is expected to be a list of objects. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** Returns a token count, or zero for anything else. */
export const tokensOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? Math.min(value, TOKENS_MAX) : 0;
