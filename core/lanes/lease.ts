import type { Clock } from "../ports.ts";
import type { Claim } from "../store/table.ts";

/** Renewals before a lease that stays too short is given up, because the process keeps being paused. */
const RENEWALS = 3;

/** How long after its end a lease counts as expired, because clocks differ by a second either way. */
const LEASE_GRACE_MS = 2_000;

/** Claims that nobody owns the lease (or slot), or that it expired. */
export function isFree(now: Date): Claim {
  const expired = new Date(now.getTime() - LEASE_GRACE_MS).toISOString();
  return { anyOf: [[{ field: "run", is: "missing" }], [{ field: "until", op: "<", value: expired }]] };
}

/** Whether a lease that was read has expired. */
export const isRunOut = ({ until }: { until?: string }, now: Date): boolean =>
  until !== undefined && until < new Date(now.getTime() - LEASE_GRACE_MS).toISOString();

/** A time-limited ownership that its owner can renew. */
export interface Lease {
  /** Whether it covers `forSec` more seconds now, without renewal. */
  covers(forSec: number): boolean;
  /** Resolves to true if it covers `forSec` more seconds at that moment, renewed if needed; false: stop at once. */
  holds(forSec: number): Promise<boolean>;
}

/**
 * Creates a lease that renews itself when it has to cover more time.
 * @param until the end that the owner's own write set, from a clock reading *before* that write.
 * @param renew writes a new end if the lease is still ours; false = lost for good.
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
        // Check again after each renewal, because its answer may have taken longer than the lease.
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
