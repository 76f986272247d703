/**
 * Retries until `probe` returns something (neither null, undefined nor false).
 * @param patienceMs the total time that it waits between tries. The time of the tries themselves and a busy machine's
 * oversleeping don't count, so even a slow machine gets as many tries.
 * @throws after that time, with the name of what was awaited.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  patienceMs = 30_000,
): Promise<T> {
  // Not so often that a minute of polling uses up an account's 600 requests a minute.
  let waitMs = 10;
  let waitedMs = 0;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined && found !== false) return found;
    if (waitedMs > patienceMs) throw new Error(`Waited ${patienceMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitedMs += waitMs;
    waitMs = Math.min(150, waitMs * 1.5);
  }
}
