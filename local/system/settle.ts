/** A part that may still be busy: a queue, a child process, a request. */
export type IsBusy = () => boolean | Promise<boolean>;

/** How long the gateway must be quiet, because work can be on its way between two parts. */
const QUIET_MS = 100;
const POLL_MS = 15;

/**
 * Waits until everything due is done.
 * @returns false if the parts didn't become quiet in time (a receiver that hangs, a network that is down).
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
