import { processFigures } from "../../../simulated-network/src/process/process-figures.ts";

/**
 * Loaded before a session process's entry module (`--import`), so the gateway's main process can query its resource
 * usage. In the cloud, ECS measures that from outside.
 */
const figures = processFigures();
process.on("message", (message) => {
  const { kind, id } = message as Record<string, unknown>; // our own runner's JSON
  if (kind === "figures?" && process.connected) process.send?.({ kind: "figures", id, figures: figures() });
});
