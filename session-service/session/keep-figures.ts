import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import { writeFigures } from "../../core/operations/figures/count-figures.ts";
import type { SessionDeps } from "../session-deps.ts";

/** A number's figures are written this often at most, so that a message costs no write of its own for them. */
const EVERY_MS = 5 * MINUTE_MS;

type Deps = Pick<SessionDeps, "table" | "clock" | "ids" | "log">;

/**
 * Writes what a session counts for its number's figures every few minutes, until it ends. One that lost its number to
 * another task writes nothing any more; one that stops in order calls `tryFigures`.
 */
export async function keepFigures(deps: Deps, instance: InstanceId, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await deps.clock.until(new Date(deps.clock.now().getTime() + EVERY_MS), ending);
    if (!ending.aborted) await tryFigures(deps, instance);
  }
}

/** Writes them now; if that fails, they are kept for the next time. */
export async function tryFigures(deps: Deps, instance: InstanceId): Promise<void> {
  try {
    await writeFigures(deps, instance);
  } catch (error) {
    deps.log.warn({ instance_id: instance, error: String(error) }, "a number's figures could not be written yet");
  }
}
