/**
 * Looks again until `probe` gives something (neither null, undefined nor false).
 * @throws after `withinMs`, naming what was waited for.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  // Not so often that a minute of looking uses up an account's 600 requests a minute.
  let waitMs = 10;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(150, waitMs * 1.5);
  }
}
