/** The most that the gateway reaches back, seconds; the lists are read again far more often. */
const AGE_MAX_SEC = 900;
const SEC_MS = 1_000;

/** From when on no change is missing, by this browser's clock. */
export interface Covered {
  covered_ms: number;
}

/** From when on a question asks: `since`, the gateway's time, or `age`, seconds before now, if that is earlier. */
export interface QuestionFrom {
  since: string | null;
  age: number | null;
}

/**
 * Returns from when on to ask for news, so that nothing is missing between the answer that showed something and the
 * first answer with news, however long that took.
 * @param before the last answer with news; null: none yet.
 * @param shownMs when the oldest of what is shown was asked for, by this browser's clock; null: nothing is shown yet.
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
