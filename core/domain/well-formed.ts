/**
 * A parsed JSON value with every lone surrogate, in values and in names, replaced by U+FFFD: what is stored and sent
 * on must be valid UTF-8. The value's nesting must have been bounded before.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]));
}
