import { failureKind } from "../failure-kind.ts";
import { TooLate } from "../store/table.ts";

/** What failed for a moment is tried again within this time, ms: as long as an API caller waits, and a little less. */
export const PATIENCE_MS = 20_000;
/**
 * Full jitter below this, doubled at each try up to the most: another request holds an item for some milliseconds, and
 * where many meet on one, each refusal is paid for.
 */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** Asked and told while a request is tried. */
export interface Trying {
  patienceMs: number;
  /** Asked right before each try. */
  mayStart?: (() => boolean) | undefined;
  /** Another request held an item, some time ago; what it throws ends the tries. */
  onConflict?: (() => Promise<void>) | undefined;
}

/**
 * Makes a request, and again what failed in passing (`failureKind`), until the time is up. All tries of a request are
 * made here: the SDK's own end after a few, or when its allowance for the whole process is used up.
 * @param attempt `isRepeat`: an earlier try got no answer and may have been applied.
 * @throws TooLate when `mayStart` says no; the last error when it lasts or the time is up.
 */
export async function patiently<T>(trying: Trying, attempt: (isRepeat: boolean) => Promise<T>): Promise<T> {
  const end = performance.now() + trying.patienceMs;
  let isOpen = false;
  for (let failed = 0; ; failed++) {
    if (trying.mayStart && !trying.mayStart()) throw new TooLate(isOpen);
    try {
      return await attempt(isOpen);
    } catch (error) {
      if (failureKind(error) === "lasting" || performance.now() >= end) throw error;
      isOpen ||= !wasRefused(error);
      await pause(failed);
      if (isConflict(error)) await trying.onConflict?.();
    }
  }
}

/** Whether DynamoDB said that nothing was done; anything else may have been applied without an answer. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "TransactionInProgressException") return false;
  if (!("$metadata" in error)) return false;
  const { httpStatusCode: status = 0 } = error.$metadata as { httpStatusCode?: number }; // the SDK's own field
  return status >= 400 && status <= 499;
}

/** Another request held one of the items. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "TransactionConflictException") return true;
  const reasons = "CancellationReasons" in error ? error.CancellationReasons : null;
  return Array.isArray(reasons) && reasons.some((reason: { Code?: string }) => reason.Code === "TransactionConflict");
}

function pause(failed: number): Promise<void> {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failed);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}
