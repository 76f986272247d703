import { processFigures } from "../../../simulated-network/src/process/process-figures.ts";

/**
 * Loaded before a session process's own entry (`--import`), so that the runner can ask what the process uses; in the
 * cloud, ECS sees that from the outside.
 */
const figures = processFigures();
process.on("message", (message) => {
  const { kind, id } = message as Record<string, unknown>; // our own runner's JSON
  if (kind === "figures?" && process.connected) process.send?.({ kind: "figures", id, figures: figures() });
});
