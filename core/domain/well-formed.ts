/**
 * Replaces every lone surrogate and every U+0000 in a parsed JSON value with U+FFFD, in property names as well as in
 * values. Stored and forwarded text must be valid UTF-8, and many programs treat U+0000 as the end of a string. The
 * caller must already have limited the value's nesting depth.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return wellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wellFormedText(name), wellFormed(inner)]));
}

/** Makes a single string well-formed in the same way as `wellFormed`. */
export const wellFormedText = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();
