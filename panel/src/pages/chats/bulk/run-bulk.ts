import { ApiFailure } from "../../../api/client.ts";
import { patiently } from "../../../api/patiently.ts";

/** The outcome for each of many things, in their order. */
export interface BulkResult<One> {
  done: One[];
  failed: { one: One; error: unknown }[];
  /** Not tried: it was stopped, or nothing further could have gone through. */
  left: One[];
}

/**
 * Does something to many things, one after the other; one that fails doesn't stop the others. Without a connection, or
 * without the right to it, the rest is left.
 * @param act must do no harm when it is repeated. @param onStep called after each, with the result so far.
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

/** It was stopped before it was done. */
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
