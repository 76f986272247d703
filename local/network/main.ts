import "./process/silence-console.ts";
import { MovableClock } from "../machine/clock.ts";
import type { Network } from "./network.ts";
import type { ClockMoved, ClockRequest } from "./process/clock-request.ts";
import { logToStandardError } from "./process/log.ts";
import { type ChildMessage, NetworkConfig, ParentMessage } from "./process/parent-messages.ts";

/**
 * The network in a process of its own, because it shares libsignal's global job queue with no one. The parent gives
 * NETWORK_CONFIG and talks through Node's IPC channel (parent-messages.ts).
 */
const config = NetworkConfig.parse(JSON.parse(process.env.NETWORK_CONFIG ?? "{}"));
const clock = new MovableClock({ aheadOfMachineMs: config.clockOffsetMs });
const moves = new Map<number, (moved: ClockMoved) => void>();
let network: Network | null = null;

/** Resolves when the message has left this process, or when nobody listens any more. */
const tell = (message: ChildMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

function moveClock(request: ClockRequest): Promise<ClockMoved> {
  return new Promise((resolve) => {
    const id = moves.size === 0 ? 1 : Math.max(...moves.keys()) + 1;
    moves.set(id, resolve);
    void tell({ kind: "move-clock", id, request });
  });
}

async function stop(): Promise<never> {
  await network?.stop();
  process.exit(0);
}

process.on("message", (received) => {
  const parsed = ParentMessage.safeParse(received);
  if (!parsed.success) {
    logToStandardError("unknown_parent_message", { reason: parsed.error.message });
    return;
  }
  const message = parsed.data;
  switch (message.kind) {
    case "clock":
      clock.setOffset(message.offsetMs);
      return;
    case "idle?":
      void tell({ kind: "idle", id: message.id, idle: network?.isIdle() ?? false });
      return;
    case "clock-moved":
      moves.get(message.id)?.({ now: message.now, settled: message.settled });
      moves.delete(message.id);
      return;
    case "stop":
      void stop();
  }
});
// The parent decides what Ctrl-C means; without a parent there is nobody to serve.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => process.exit(0));

try {
  // Loaded now, not above: the library must find the console silenced.
  const { startNetwork } = await import("./network.ts");
  network = await startNetwork({ ...config, clock, moveClock });
  const { url, rootPublicKey, sandboxUrl, mediaCaFile } = network;
  await tell({ kind: "ready", url, rootPublicKey, sandboxUrl, mediaCaFile });
} catch (error) {
  await tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
