import "../../../simulated-network/src/process/silence-console.ts";
import type { Network } from "../../../simulated-network/src/network.ts";
import { MovableClock } from "../../../simulated-network/src/process/clock.ts";
import type { ClockMoved } from "../../../simulated-network/src/process/clock-request.ts";
import type { GivenNetworkConfig, ParentMessage } from "../../../simulated-network/src/process/parent-messages.ts";
import { PendingAnswers } from "../../../simulated-network/src/process/pending-answers.ts";
import { tellParent } from "../../../simulated-network/src/process/tell-parent.ts";

/**
 * Messages to a host: one that starts a network, the messages that a network's own process understands, and one that
 * stops the network.
 */
export type HostMessage =
  | { readonly kind: "start"; readonly config: GivenNetworkConfig }
  | { readonly kind: "leave" }
  | ParentMessage;

/** The message with which a host reports that its network has stopped. */
export interface HostIsFree {
  readonly kind: "free";
}

/**
 * Runs one network after another in this process. It works like the network's own process
 * (simulated-network/src/main.ts) but doesn't exit, because loading a network's code takes far longer than starting a
 * network.
 */
const { startNetwork } = await import("../../../simulated-network/src/network.ts");

let network: Network | null = null;
let clock = new MovableClock();
const moves = new PendingAnswers<ClockMoved>();

process.on("message", (received) => {
  const message = received as HostMessage; // only hosted-network.ts is at the other end
  switch (message.kind) {
    case "start":
      void start(message.config);
      return;
    case "leave":
      void leave();
      return;
    case "stop":
      void leave().then(() => process.exit(0));
      return;
    case "clock":
      clock.setOffset(message.offsetMs);
      return;
    case "idle?":
      void tellParent({ kind: "idle", id: message.id, idle: network?.isIdle() ?? false });
      return;
    case "clock-moved":
      moves.answered(message.id, { now: message.now, settled: message.settled });
  }
});
process.on("disconnect", () => process.exit(0));

async function start({ name = "simulated messaging network", clockOffsetMs, ...config }: GivenNetworkConfig) {
  clock = new MovableClock(clockOffsetMs);
  try {
    network = await startNetwork({
      name,
      ...config,
      clock,
      moveClock: (request) => moves.ask((id) => void tellParent({ kind: "move-clock", id, request })),
    });
    const { url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost } = network;
    await tellParent({ kind: "ready", url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost });
  } catch (error) {
    await tellParent({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

async function leave(): Promise<void> {
  await network?.stop();
  network = null;
  await new Promise((sent) => process.send?.({ kind: "free" } satisfies HostIsFree, undefined, undefined, sent));
}
