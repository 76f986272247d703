import { ApiFailure } from "../../../api/client.ts";
import { patiently } from "../../../api/patiently.ts";

/** The outcome of a bulk action. All lists keep the original order. */
export interface BulkResult<One> {
  done: One[];
  failed: { one: One; error: unknown }[];
  /** The items that weren't attempted, because the action was stopped or was bound to fail for all of them. */
  left: One[];
}

/**
 * Performs an action on many items, one by one. If an item fails, the rest still run, unless the connection is lost or
 * the user isn't allowed to perform the action.
 * @param act must be safe to repeat. @param onStep is called after each item, with the result so far.
 */
export async function runBulk<One>(
  all: readonly One[],
  act: (one: One) => Promise<unknown>,
  {
    signal,
    onStep,
    wait,
  }: {
    signal: AbortSignal;
    onStep: (result: BulkResult<One>) => void;
    wait: (ms: number, signal: AbortSignal) => Promise<void>;
  },
): Promise<BulkResult<One>> {
  const result: BulkResult<One> = { done: [], failed: [], left: [...all] };
  for (const one of all) {
    if (signal.aborted) break;
    const error = await failureOf(() => act(one), wait, signal);
    if (error === STOPPED) break;
    result.left.shift();
    if (error === null) result.done.push(one);
    else result.failed.push({ one, error });
    onStep({ done: [...result.done], failed: [...result.failed], left: [...result.left] });
    if (error !== null && endsAll(error)) break;
  }
  return result;
}

/** Marks an item that was stopped before it was done. */
const STOPPED = Symbol("stopped");

async function failureOf(
  act: () => Promise<unknown>,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    await patiently(act, signal, wait);
    return null;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return STOPPED;
    return error ?? new Error("It failed.");
  }
}

const endsAll = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  (error.code === "offline" || error.status === 401 || error.code === "role_not_allowed");
