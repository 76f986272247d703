import "./process/silence-console.ts";
import type { Network } from "./network.ts";
import { MovableClock } from "./process/clock.ts";
import type { ClockMoved } from "./process/clock-request.ts";
import { logToStandardError } from "./process/log.ts";
import type { OwnersAnswer } from "./process/owners-paths.ts";
import { NetworkConfig, ParentMessage } from "./process/parent-messages.ts";
import { PendingAnswers } from "./process/pending-answers.ts";
import { processFigures } from "./process/process-figures.ts";
import { tellParent } from "./process/tell-parent.ts";

/**
 * Runs the network in its own process, so it doesn't share libsignal's global job queue with other code. The parent
 * passes the settings in NETWORK_CONFIG and communicates over Node's IPC channel (parent-messages.ts).
 */
async function main(): Promise<void> {
  const config = NetworkConfig.parse(JSON.parse(process.env.NETWORK_CONFIG ?? "{}"));
  const clock = new MovableClock(config.clockOffsetMs);
  const moves = new PendingAnswers<ClockMoved>();
  const answers = new PendingAnswers<OwnersAnswer>();
  const figures = processFigures();
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
      case "figures?":
        void tellParent({ kind: "figures", id: message.id, figures: figures() });
        return;
      case "clock-moved":
        moves.answered(message.id, { now: message.now, settled: message.settled });
        return;
      case "answer":
        answers.answered(message.id, { status: message.status, body: message.body });
        return;
      case "stop":
        void stop();
    }
  });
  // Ctrl-C is for the parent to handle. Once the parent has exited, the network is no longer needed.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => void stop());
  process.on("disconnect", () => process.exit(0));

  try {
    // Imported dynamically, because the console must be silenced before the library is loaded.
    const { startNetwork } = await import("./network.ts");
    network = await startNetwork({
      ...config,
      clock,
      moveClock: (request) => moves.ask((id) => void tellParent({ kind: "move-clock", id, request })),
      owner: {
        paths: config.ownersPaths,
        answer: (request) => answers.ask((id) => void tellParent({ kind: "request", id, request })),
      },
    });
    const { url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost } = network;
    await tellParent({ kind: "ready", url, rootPublicKey, sandboxUrl, mediaCaFile, mediaHost });
  } catch (error) {
    await tellParent({ kind: "failed", message: await sentenceOf(error) });
    process.exit(1);
  }
}

/**
 * Returns the sentence that reports an error. A port in use is the only failure that the parent's user can fix, so its
 * sentence names the parent's variable.
 */
async function sentenceOf(error: unknown): Promise<string> {
  const { PortInUse } = await import("./network.ts");
  if (!(error instanceof PortInUse)) return error instanceof Error ? error.message : String(error);
  const remedy = error.door === "sandbox" ? "set SANDBOX_PORT to a free port" : "stop the program that uses it";
  return `Port ${error.port} is already in use: ${remedy} (0 picks one).`;
}

await main();
