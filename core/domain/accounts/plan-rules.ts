import { DAY_MS } from "../../contracts/durations.ts";
import { PLANS, type Plan } from "../../contracts/plans.ts";
import { wireTime } from "../wire-time.ts";

/**
 * Returns the time when a plan assigned to an account now will expire, or null if it doesn't expire. Spec: Limits,
 * Trial.
 */
export function planEnd(plan: Plan, now: Date): string | null {
  const { trialDays } = PLANS[plan];
  return trialDays === null ? null : wireTime(new Date(now.getTime() + trialDays * DAY_MS));
}

/** Whether the account's trial has ended. After that, sends are refused but reads still work. */
export function hasTrialEnded(account: { trial_ends_at?: string | null }, now: Date): boolean {
  const end = account.trial_ends_at ?? null;
  return end !== null && new Date(end) <= now;
}

/** Returns the day (UTC) that a daily allowance currently covers, and when the next day starts. */
export function allowanceDay(now: Date): { day: string; next: Date } {
  const day = now.toISOString().slice(0, 10);
  return { day, next: new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS) };
}

/** Returns the month (UTC) that a monthly allowance currently covers, and when the next month starts. */
export function allowanceMonth(now: Date): { month: string; next: Date } {
  const month = now.toISOString().slice(0, 7);
  return { month, next: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) };
}
