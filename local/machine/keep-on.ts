import { setTimeout as sleep } from "node:timers/promises";

/** The pause after a failure, so that a persistent failure doesn't use up resources. */
const AGAIN_MS = 1_000;

/**
 * Repeats `step` until `ending` is aborted. If a step throws, reports the error, pauses and carries on. An error never
 * ends the loop, because that would go unnoticed. Never rejects.
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
      warn(`Something failed and will be retried: ${String(error)}`);
      await sleep(AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  }
}
