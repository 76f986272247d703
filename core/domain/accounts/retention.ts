import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The fields of an account that determine how long its data are kept. */
export interface RetentionSetting {
  retention_days?: number;
}

/**
 * A kind of data with a minimum retention. An event is kept at least until its deliveries have been given up, and a
 * finished broadcast for as long as people's answers to it count.
 */
export type KeptKind = "event" | "broadcast" | "other";

const DAYS_MIN: Record<KeptKind, number> = { event: LIMITS.eventDaysMin, broadcast: LIMITS.broadcastDaysMin, other: 0 };

/**
 * Returns the number of days for which an account's messages, and everything that belongs to them, are kept. Spec:
 * Limits, retention.
 */
export const retentionDaysOf = ({ retention_days }: RetentionSetting): number => retention_days ?? LIMITS.retentionDays;

/** Whether a number of days is a valid retention for an account. */
export const isRetention = (days: number): boolean =>
  Number.isInteger(days) && days >= LIMITS.retentionDaysMin && days <= LIMITS.retentionDays;

/** Whether an account keeps its data for less than the default time, for which all items are stored. */
export const isShortened = (setting: RetentionSetting): boolean => retentionDaysOf(setting) < LIMITS.retentionDays;

/** Returns the start of the period that is kept: data created earlier have expired. */
export function keptSince(setting: RetentionSetting, kind: KeptKind, now: Date): Date {
  return new Date(now.getTime() - Math.max(retentionDaysOf(setting), DAYS_MIN[kind]) * DAY_MS);
}

/**
 * Whether an item that was stored for the default time has expired by the account's own retention. The `ttl` counts
 * from the start of the item's life, which for a scheduled message is later than its creation.
 * @param ttl epoch seconds.
 */
export function isPast(ttl: number, setting: RetentionSetting, kind: KeptKind, now: Date): boolean {
  return ttl * 1000 - LIMITS.retentionDays * DAY_MS <= keptSince(setting, kind, now).getTime();
}
