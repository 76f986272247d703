import type { Clock } from "../ports.ts";
import type { Claim } from "../store/table.ts";

/**
 * The number of renewals to try before giving up a lease that is still too short because the process is paused
 * repeatedly.
 */
const RENEWALS = 3;

/**
 * How far past its expiry time a lease must be to be treated as expired. Clocks can be off by up to a second in either
 * direction.
 */
const LEASE_GRACE_MS = 2_000;

/** Builds the condition that the lease (or slot) is unowned or has expired. */
export function isFree(now: Date): Claim {
  const expired = new Date(now.getTime() - LEASE_GRACE_MS).toISOString();
  return { anyOf: [[{ field: "run", is: "missing" }], [{ field: "until", op: "<", value: expired }]] };
}

/** Whether a lease read from the table has expired. */
export const isRunOut = ({ until }: { until?: string }, now: Date): boolean =>
  until !== undefined && until < new Date(now.getTime() - LEASE_GRACE_MS).toISOString();

/** Time-limited ownership that the owner can renew. */
export interface Lease {
  /** Whether the lease lasts for at least `forSec` more seconds without being renewed. */
  covers(forSec: number): boolean;
  /**
   * Resolves to true if the lease covers `forSec` more seconds from now, renewing it if needed. False means that the
   * owner must stop immediately.
   */
  holds(forSec: number): Promise<boolean>;
}

/**
 * Creates a lease that renews itself when it has to cover more time.
 * @param until the end of the lease, as written by its owner and based on a clock reading taken *before* that write.
 * @param renew writes a new end if the caller still owns the lease. False means that the lease is permanently lost.
 */
export function renewableLease(
  clock: Clock,
  leaseSec: number,
  until: Date,
  renew: (until: Date) => Promise<boolean>,
): Lease {
  let end = until.getTime();
  let isLost = false;
  let renewing: Promise<void> | null = null;

  async function renewOnce(): Promise<void> {
    const next = clock.now().getTime() + leaseSec * 1_000;
    if (await renew(new Date(next))) end = next;
    else isLost = true;
  }

  const covers = (forSec: number) => !isLost && clock.now().getTime() <= end - forSec * 1_000;

  return {
    covers,
    async holds(forSec) {
      for (let renewals = 0; !isLost; renewals++) {
        // Check again after each renewal, because the response may have taken longer than the lease lasts.
        if (covers(forSec)) return true;
        if (renewals === RENEWALS) return false;
        renewing ??= renewOnce().finally(() => {
          renewing = null;
        });
        await renewing;
      }
      return false;
    },
  };
}
