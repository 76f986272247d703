/** How far back a request can reach, in seconds. The lists are refetched far more often than that. */
const AGE_MAX_SEC = 900;
const SEC_MS = 1_000;

/** The time, by this browser's clock, after which no change has been missed. */
export interface Covered {
  covered_ms: number;
}

/**
 * The time from which to request changes: `since`, a gateway time, or `age`, a number of seconds before now, whichever
 * is earlier.
 */
export interface QuestionFrom {
  since: string | null;
  age: number | null;
}

/**
 * Returns the time from which to request changes. No change may be missed between the data shown on the page and the
 * first answer with changes, however long that answer takes.
 * @param before the last answer with changes, or null if there is none yet.
 * @param shownMs the time of the oldest request whose data is shown, by the browser's clock. Null if nothing is shown
 * yet.
 */
export function questionFrom(
  before: (Covered & { next: string }) | null,
  shownMs: number | null,
  nowMs: number,
): QuestionFrom & Covered {
  const since = before?.next ?? null;
  const covered_ms = Math.min(shownMs ?? nowMs, before?.covered_ms ?? nowMs);
  if (before !== null && covered_ms === before.covered_ms) return { since, age: null, covered_ms };
  const age = Math.ceil((nowMs - covered_ms) / SEC_MS);
  return { since, age: Math.min(AGE_MAX_SEC, Math.max(0, age)), covered_ms };
}
