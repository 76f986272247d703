/** Whether the gateway can work and, if not, why: sentences for the operator that contain no secrets. */
export interface Health {
  isWell: boolean;
  reasons: string[];
  /** Faults that the operator should know about even though the gateway works. Absent if there are none. */
  warnings?: string[];
}

/** Checks a part of the gateway. @returns a sentence that describes the fault, or null if there is none. */
export type HealthCheck = () => Promise<string | null>;

/** How long a result is reused, so a flood of requests leads to only one check per second. */
const KEPT_MS = 1_000;
/** How long a part may take to respond before it counts as unhealthy. */
const PATIENCE_MS = 3_000;

/**
 * Creates the function that reports the gateway's health. A check that throws or doesn't respond also counts as a
 * fault.
 * @param checks the checks, by the name of the part that each examines.
 */
export function healthOf(
  checks: Readonly<Record<string, HealthCheck>>,
  monotonicMs: () => number,
  patienceMs = PATIENCE_MS,
): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | null = null;
  return () => {
    const now = monotonicMs();
    if (last === null || now - last.at >= KEPT_MS) last = { at: now, health: look(checks, patienceMs) };
    return last.health;
  };
}

async function look(checks: Readonly<Record<string, HealthCheck>>, patienceMs: number): Promise<Health> {
  const found = await Promise.all(Object.entries(checks).map(([part, check]) => inTime(part, check, patienceMs)));
  const reasons = found.filter((reason) => reason !== null);
  return { isWell: reasons.length === 0, reasons };
}

function inTime(part: string, check: HealthCheck, patienceMs: number): Promise<string | null> {
  const answered = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => answered.resolve(`The ${part} did not respond in time.`), patienceMs);
  const failed = () => answered.resolve(`The ${part} failed. See the gateway's log for the reason.`);
  void (async () => check())()
    .then(answered.resolve, failed)
    .finally(() => clearTimeout(timer));
  return answered.promise;
}
