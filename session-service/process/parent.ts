import type { Gauges, Totals } from "../../core/contracts/session-metrics.ts";

/** The local runner, if this process is its child. Null in the cloud. */
export interface Parent {
  tell(message: Record<string, unknown>): void;
}

/** Handlers for messages from the runner. */
export interface ParentHandlers {
  clock(offsetMs: number): void;
  isIdle(): boolean;
  /** Returns whether the process can act for its numbers, as part of the gateway's health. */
  measure(): { holds: boolean };
  /** Returns the counts since the process started and the current gauges, for the gateway's metrics. */
  metrics(): Totals & { gauges: Gauges | null };
  /** Called when the runner requests a stop or has exited. */
  stop(): void;
}

/** Listens to the runner over Node's IPC channel, if there is one. */
export function listenToParent(handlers: ParentHandlers): Parent | null {
  if (!process.send) return null;
  const tell = (message: Record<string, unknown>) => {
    if (process.connected) process.send?.(message);
  };
  process.on("message", (message) => {
    const said = message as Record<string, unknown>; // our own runner's JSON
    if (said.kind === "clock") handlers.clock(Number(said.offsetMs));
    else if (said.kind === "idle?") tell({ kind: "idle", id: said.id, idle: handlers.isIdle() });
    else if (said.kind === "measure") tell({ ...handlers.measure(), kind: "measured", id: said.id });
    else if (said.kind === "metrics?") tell({ ...handlers.metrics(), kind: "metrics", id: said.id });
    else if (said.kind === "stop") handlers.stop();
  });
  process.on("disconnect", () => handlers.stop());
  return { tell };
}
