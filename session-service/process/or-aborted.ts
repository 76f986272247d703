/**
 * Waits for work, but not beyond the signal's abort. A race with a promise that lives as long as a session or a
 * connection would keep something of each work until its end; this listens only as long as it waits.
 * @returns what the work returned; undefined if the signal came first. @throws the work's error.
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
