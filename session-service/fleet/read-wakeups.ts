import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../core/ports.ts";
import type { ReceiveWakeups } from "./shard-queue.ts";

const RETRY_MS = 1_000;

/** The queue of a shard, and whether the shard is still ours. */
interface WakeupSource {
  shard: number;
  receive: ReceiveWakeups;
  holds: () => boolean;
}

/** Reads a shard's wake-ups until `signal` aborts, and hands on the body of each. */
export async function readWakeups(
  log: Log,
  { shard, receive, holds }: WakeupSource,
  handle: (body: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const body of await receive(shard, signal)) handle(body);
      // Between the end of its hold and its stop this task takes no wake-ups from under the owner's hands.
      if (!holds()) await pause(RETRY_MS, undefined, { signal }).catch(() => {});
    } catch (error) {
      log.error({ shard, error: String(error) }, "reading wake-ups failed");
      await pause(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
