/** Returns the value if it is a text, and otherwise an empty text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the value if it is a list, and otherwise an empty list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the value if it is an object, and otherwise an object without fields. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}; // just looked at
