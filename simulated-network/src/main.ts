import "./process/silence-console.ts";
import { MovableClock } from "../../local/machine/clock.ts";
import type { Network } from "./network.ts";
import { ClockMoves } from "./process/clock-moves.ts";
import { logToStandardError } from "./process/log.ts";
import { NetworkConfig, ParentMessage } from "./process/parent-messages.ts";
import { tellParent } from "./process/tell-parent.ts";

/**
 * Runs the network in a process of its own, because it shares libsignal's global job queue with no one. The parent
 * gives NETWORK_CONFIG and talks through Node's IPC channel (parent-messages.ts).
 */
async function main(): Promise<void> {
  const config = NetworkConfig.parse(JSON.parse(process.env.NETWORK_CONFIG ?? "{}"));
  const clock = new MovableClock({ aheadOfMachineMs: config.clockOffsetMs });
  const moves = new ClockMoves();
  let network: Network | null = null;

  const stop = async (): Promise<never> => {
    await network?.stop();
    process.exit(0);
  };
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
        void tellParent({ kind: "idle", id: message.id, idle: network?.isIdle() ?? false });
        return;
      case "clock-moved":
        moves.answered(message.id, { now: message.now, settled: message.settled });
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
    network = await startNetwork({ ...config, clock, moveClock: (request) => moves.ask(request) });
    const { url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost } = network;
    await tellParent({ kind: "ready", url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost });
  } catch (error) {
    await tellParent({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}

await main();
