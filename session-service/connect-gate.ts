/** Connections a second of the whole task: after a deploy or an outage all sessions come back at once. */
const CONNECTS_A_SECOND = 10;

/** Lets callers through one after the other, ten a second; the first at once. */
export function connectGate(monotonicMs: () => number): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = monotonicMs();
    const at = Math.max(now, nextAt);
    nextAt = at + 1_000 / CONNECTS_A_SECOND;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}
