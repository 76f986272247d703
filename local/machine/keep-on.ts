import { setTimeout as sleep } from "node:timers/promises";

/** The pause after a failure, which keeps a persistent failure from consuming many resources. */
const AGAIN_MS = 1_000;

/**
 * Repeats `step` until `ending` is aborted. If a step throws, the error is reported and the step is repeated after a
 * pause. Errors never end the loop, because that would go unnoticed. Never rejects.
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
