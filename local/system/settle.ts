/** Whether a part, such as a queue, a child process or a request, may still be busy. */
export type IsBusy = () => boolean | Promise<boolean>;

/** How long all parts must have been idle, because work can be in transit between parts. */
const QUIET_MS = 100;
const POLL_MS = 15;

/**
 * Waits until everything that is due has been done.
 * @returns false if the parts don't become idle before the timeout, because a receiver hangs or a network is down.
 */
export async function settle(parts: IsBusy[], patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  let quietSince: number | null = null;
  while (performance.now() < deadline) {
    const busy = (await Promise.all(parts.map((isBusy) => isBusy()))).some(Boolean);
    const now = performance.now();
    if (busy) quietSince = null;
    else quietSince ??= now;
    if (quietSince !== null && now - quietSince >= QUIET_MS) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
