import { ApiFailure } from "./client.ts";
import { pause } from "./pause.ts";

/** How many answers in a row may ask for a wait before the last one counts. */
const BUSY_MAX = 20;
/** A longer wait counts as a failure, so that the person decides. */
const WAIT_MAX_SEC = 60;

/**
 * Does something, and does it again for as long as the gateway says when.
 * @param act must do no harm when it is repeated. @param signal ends the waiting, with its reason.
 * @throws what `act` throws, or the signal's reason.
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
