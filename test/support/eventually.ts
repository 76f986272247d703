/**
 * Looks again until `probe` gives something (neither null, undefined nor false).
 * @param patienceMs how much time it waits between its looks, in sum. What the looks themselves take is not counted,
 *   nor by how much a busy machine oversleeps: however slow it is, it gets as many looks.
 * @throws after that, naming what was waited for.
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
