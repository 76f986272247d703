import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import { writeFigures } from "../../core/operations/figures/count-figures.ts";
import type { SessionDeps } from "../session-deps.ts";

/**
 * The minimum interval between writes of a number's figures, so that they don't need a separate write for each message.
 */
const EVERY_MS = 5 * MINUTE_MS;

type Deps = Pick<SessionDeps, "table" | "clock" | "ids" | "log">;

/**
 * Every few minutes until the session ends, writes the figures that the session has counted for its number. A session
 * that has lost its number to another task writes nothing more. A session that stops gracefully calls `tryFigures`.
 */
export async function keepFigures(deps: Deps, instance: InstanceId, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await deps.clock.until(new Date(deps.clock.now().getTime() + EVERY_MS), ending);
    if (!ending.aborted) await tryFigures(deps, instance);
  }
}

/** Writes the figures now. If that fails, they are retained for the next write. */
export async function tryFigures(deps: Deps, instance: InstanceId): Promise<void> {
  try {
    await writeFigures(deps, instance);
  } catch (error) {
    deps.log.warn({ instance_id: instance, error: String(error) }, "a number's figures could not be written yet");
  }
}
