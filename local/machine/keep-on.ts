import { setTimeout as sleep } from "node:timers/promises";

/** The pause after a failure, so that a lasting one costs little. */
const AGAIN_MS = 1_000;

/**
 * Repeats `step` until `ending` aborts. A step that throws is reported and repeated after a pause. No error ends the
 * loop, because nothing would notice. Never rejects.
 */
export async function keepOn(
  step: () => Promise<void>,
  ending: AbortSignal,
  warn: (message: string) => void,
): Promise<void> {
  while (!ending.aborted) {
    try {
      await step();
    } catch (error) {
      if (ending.aborted) return;
      warn(`Something failed and is tried again: ${String(error)}`);
      await sleep(AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  }
}
