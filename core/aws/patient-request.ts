import { failureKind } from "../failure-kind.ts";
import { isStorageFull } from "../storage-full.ts";
import { TooLate } from "../store/table.ts";

/**
 * Pauses are random, up to a bound that doubles with each attempt until it reaches the maximum. A competing request
 * blocks an item for only a few milliseconds, but when many requests collide on one item, each rejected attempt is
 * charged.
 */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** Callbacks and settings for a request's attempts. */
export interface Trying {
  patienceMs: number;
  /** Called right before each attempt. */
  mayStart?: (() => boolean) | undefined;
  /** Called before each attempt that follows a conflict with another request. Throwing here ends the attempts. */
  onConflict?: (() => Promise<void>) | undefined;
}

/**
 * Makes a request and repeats it after transient failures (`failureKind`) until time runs out. The SDK's own retries
 * are off, because they stop after a few attempts, or as soon as the process's shared retry allowance is used up.
 * @param attempt makes one attempt. `isRepeat` means that an earlier attempt got no response and may have been applied.
 * @throws TooLate if `mayStart` returns false. Otherwise throws the last error if that error isn't transient, or if the
 * disk is full, our role lacks the permission, or time has run out.
 */
export async function patiently<T>(trying: Trying, attempt: (isRepeat: boolean) => Promise<T>): Promise<T> {
  const end = performance.now() + trying.patienceMs;
  let isOpen = false;
  for (let failed = 0; ; failed++) {
    if (trying.mayStart && !trying.mayStart()) throw new TooLate(isOpen);
    try {
      return await attempt(isOpen);
    } catch (error) {
      if (failureKind(error) === "lasting" || isHopeless(error) || performance.now() >= end) throw error;
      isOpen ||= !wasRefused(error);
      await pause(failed);
      if (isConflict(error)) await trying.onConflict?.();
    }
  }
}

/** Whether a transient failure is sure to outlast the request. Work that waits in a lane is retried later. */
const isHopeless = (error: unknown) =>
  isStorageFull(error) || (error instanceof Error && error.name === "AccessDeniedException");

/** Whether DynamoDB reported that it applied nothing. After any other error, the request may have been applied. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "TransactionInProgressException") return false;
  if (!("$metadata" in error)) return false;
  const { httpStatusCode: status = 0 } = error.$metadata as { httpStatusCode?: number }; // the SDK's own field
  return status >= 400 && status <= 499;
}

/** Whether the failure was a conflict with another request on one of the items. */
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
