import type { Clock } from "../../core/ports.ts";
import type { Connection } from "../baileys/connection.ts";

/** How often "typing…" is repeated: it fades after ten seconds. */
const TYPING_EVERY_MS = 8_000;

/** Shows "typing…" in a chat until its time or `over`; the number is online only that long. */
export async function showTyping(
  clock: Clock,
  network: Pick<Connection, "presence">,
  { chat, forMs, over }: { chat: string; forMs: number; over: AbortSignal },
  isOpen: () => boolean,
): Promise<void> {
  const until = clock.now().getTime() + forMs;
  // People see it only while the number is online, which must not last: the phone would not ring.
  await network.presence("available");
  try {
    for (let left = forMs; left > 0 && !over.aborted && isOpen(); left = until - clock.now().getTime()) {
      await network.presence("composing", chat);
      const pause = Math.min(left, TYPING_EVERY_MS);
      await clock.until(new Date(clock.now().getTime() + pause), over);
    }
    await network.presence("paused", chat);
  } finally {
    await network.presence("unavailable");
  }
}
