/** The value when it is a text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The value when it is a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value's fields when it is an object; else none. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}; // just looked at
