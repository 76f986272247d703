/**
 * Retries until `probe` returns a value other than null, undefined and false.
 * @param patienceMs the total time to wait between attempts. The duration of the attempts and any oversleeping on a
 * busy machine don't count, so a slow machine gets as many attempts as a fast machine.
 * @throws after that time, with a message that names what was awaited.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  patienceMs = 30_000,
): Promise<T> {
  // The intervals are long enough that polling for a minute doesn't use up an account's 600 requests per minute.
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
