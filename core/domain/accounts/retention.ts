import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** The part of an account that says how long its data are kept. */
export interface RetentionSetting {
  retention_days?: number;
}

/**
 * A kind of data with an end: an event is kept at least until its deliveries have been given up, and a finished
 * broadcast for as long as people's answers count.
 */
export type KeptKind = "event" | "broadcast" | "other";

const DAYS_MIN: Record<KeptKind, number> = { event: LIMITS.eventDaysMin, broadcast: LIMITS.broadcastDaysMin, other: 0 };

/** Returns for how many days an account's messages, and what belongs to them, are kept. Spec: Limits, retention. */
export const retentionDaysOf = ({ retention_days }: RetentionSetting): number => retention_days ?? LIMITS.retentionDays;

/** Whether a number can be an account's retention. */
export const isRetention = (days: number): boolean =>
  Number.isInteger(days) && days >= LIMITS.retentionDaysMin && days <= LIMITS.retentionDays;

/** Whether an account keeps its data for less time than everything is written to be kept. */
export const isShortened = (setting: RetentionSetting): boolean => retentionDaysOf(setting) < LIMITS.retentionDays;

/** Returns the time before which what was created has ended; what was created later is still kept. */
export function keptSince(setting: RetentionSetting, kind: KeptKind, now: Date): Date {
  return new Date(now.getTime() - Math.max(retentionDaysOf(setting), DAYS_MIN[kind]) * DAY_MS);
}

/**
 * Whether something that is written to be kept for the interface's time has ended by the account's own. Its `ttl`
 * counts from when its time begins, which for a scheduled message is later than its creation.
 * @param ttl epoch seconds.
 */
export function isPast(ttl: number, setting: RetentionSetting, kind: KeptKind, now: Date): boolean {
  return ttl * 1000 - LIMITS.retentionDays * DAY_MS <= keptSince(setting, kind, now).getTime();
}
