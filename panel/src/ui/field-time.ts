/** The text that a field for a moment takes: the device's own clock, without a zone. @param at ISO 8601; null: "". */
export function fieldTime(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that was typed, by the device's clock. @returns ISO 8601; null: none, or half of one. */
export function momentOf(typed: string): string | null {
  const date = new Date(typed);
  return typed === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
