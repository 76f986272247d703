/**
 * Replaces every lone surrogate and every U+0000 in a parsed JSON value, in values and in names, by U+FFFD, because
 * stored and forwarded text must be valid UTF-8, and many programs end a text at U+0000. The caller has limited the
 * value's nesting.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return wellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wellFormedText(name), wellFormed(inner)]));
}

/** The same for a single text. */
export const wellFormedText = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();
