/** Formats an instant as customers see it: ISO 8601 with offset, whole seconds, `2026-11-20T09:30:00+00:00`. */
export function wireTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}
