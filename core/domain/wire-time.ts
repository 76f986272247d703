/** Formats a time for customers: ISO 8601 in whole seconds with an offset, e.g. `2026-11-20T09:30:00+00:00`. */
export function wireTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}
