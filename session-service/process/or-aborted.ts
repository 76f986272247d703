/**
 * Waits for work until the signal aborts. `Promise.race` with a promise that lives as long as a session would retain
 * memory for each call until that promise settles. This function stops listening when the work is done.
 * @returns the work's result, or undefined if the signal aborted first. @throws the work's error.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
