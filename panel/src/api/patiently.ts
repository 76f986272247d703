import { ApiFailure } from "./client.ts";
import { pause } from "./pause.ts";

/** The number of consecutive responses that may demand a wait before the last one counts as a failure. */
const BUSY_MAX = 20;
/** If the API demands a longer wait, the request fails, so the user can decide whether to retry. */
const WAIT_MAX_SEC = 60;

/**
 * Runs an action, repeating it for as long as the gateway refuses it and specifies when to retry.
 * @param act must be safe to repeat. @param signal aborts the wait with the signal's reason.
 * @throws the error that `act` throws, or the signal's reason.
 */
export async function patiently<T>(act: () => Promise<T>, signal: AbortSignal, wait = pause): Promise<T> {
  for (let busy = 0; ; ) {
    try {
      return await act();
    } catch (error) {
      const waitSec = error instanceof ApiFailure ? error.retryAfterSec : null;
      if (waitSec === null || waitSec > WAIT_MAX_SEC || ++busy > BUSY_MAX) throw error;
      await wait(waitSec * 1000, signal);
    }
  }
}
