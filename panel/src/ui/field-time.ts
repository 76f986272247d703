/** The text for a date-time field, in the device's time zone. @param at ISO 8601; null: "". */
export function fieldTime(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Parses a typed date and time in the device's time zone. @returns ISO 8601; null if empty or incomplete. */
export function momentOf(typed: string): string | null {
  const date = new Date(typed);
  return typed === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
