import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The fields that determine whether a status is still shown. Times are in ISO format. */
export interface StatusLife {
  status: "queued" | "scheduled" | "sent" | "delivered" | "read" | "failed" | "received";
  created_at: string;
  sent_at: string | null;
}

const SEEN_MS = LIMITS.statusSeenHours * HOUR_MS;

/** Returns when a sent status disappears under the network's rule, or null if it wasn't sent. */
export const statusEnds = ({ sent_at }: Pick<StatusLife, "sent_at">): Date | null =>
  sent_at === null ? null : new Date(Date.parse(sent_at) + SEEN_MS);

/**
 * Whether a status is listed: it is waiting, is still visible, or failed and was created within the last day. Spec:
 * statuses.
 */
export function isShown(life: StatusLife, now: Date): boolean {
  const ends = statusEnds(life);
  if (ends) return now < ends;
  return life.status !== "failed" || now.getTime() < Date.parse(life.created_at) + SEEN_MS;
}
