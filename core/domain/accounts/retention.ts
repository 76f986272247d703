import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The account fields that determine how long its data is stored. */
export interface RetentionSetting {
  retention_days?: number;
}

/**
 * A kind of data with its own minimum retention. An event is stored at least until its deliveries are no longer
 * attempted, and a finished broadcast for as long as people's answers to it count.
 */
export type KeptKind = "event" | "broadcast" | "other";

const DAYS_MIN: Record<KeptKind, number> = { event: LIMITS.eventDaysMin, broadcast: LIMITS.broadcastDaysMin, other: 0 };

/**
 * Returns how many days an account's messages and everything that belongs to them are stored. Spec: Limits, retention.
 */
export const retentionDaysOf = ({ retention_days }: RetentionSetting): number => retention_days ?? LIMITS.retentionDays;

/** Whether a number of days is a valid retention for an account. */
export const isRetention = (days: number): boolean =>
  Number.isInteger(days) && days >= LIMITS.retentionDaysMin && days <= LIMITS.retentionDays;

/** Whether an account's retention is shorter than the default that items are stored with. */
export const isShortened = (setting: RetentionSetting): boolean => retentionDaysOf(setting) < LIMITS.retentionDays;

/** Returns the start of the retention period. Anything created earlier has expired. */
export function keptSince(setting: RetentionSetting, kind: KeptKind, now: Date): Date {
  return new Date(now.getTime() - Math.max(retentionDaysOf(setting), DAYS_MIN[kind]) * DAY_MS);
}

/**
 * Whether an item stored with the default retention has expired under the account's own retention. The `ttl` counts
 * from the start of the item's life, which for a scheduled message is later than its creation.
 * @param ttl epoch seconds.
 */
export function isPast(ttl: number, setting: RetentionSetting, kind: KeptKind, now: Date): boolean {
  return ttl * 1000 - LIMITS.retentionDays * DAY_MS <= keptSince(setting, kind, now).getTime();
}
