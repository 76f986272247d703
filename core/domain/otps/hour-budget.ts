import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** An account's OTP counts in a given hour, for the channel `code`. */
export interface HourCounts {
  created: number;
  tried?: number;
  verified?: number;
  paused_until?: string;
}

/** Returns the name of the UTC hour that contains an instant. */
export const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** Returns the name of the UTC hour before the hour that contains an instant. */
export const hourBefore = (at: Date): string => hourOf(new Date(at.getTime() - HOUR_MS));

/** Returns the start of the first full hour after an instant. */
export const nextHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS + 1) * HOUR_MS);

/** Returns when an account can create `code` OTPs again, or null if it can create them now. */
export function pausedUntil(hours: readonly HourCounts[], now: Date): Date | null {
  const ends = hours.flatMap(({ paused_until: until }) => (until === undefined ? [] : [Date.parse(until)]));
  const last = Math.max(0, ...ends);
  return last > now.getTime() ? new Date(last) : null;
}

/** Adds up how many codes were sent in these hours, and how many of them were verified. */
export const triedIn = (hours: readonly HourCounts[]): { tried: number; verified: number } => ({
  tried: hours.reduce((sum, { tried = 0 }) => sum + tried, 0),
  verified: hours.reduce((sum, { verified = 0 }) => sum + verified, 0),
});

/** Whether so few of an account's codes are verified that the account is probably being abused. docs/decisions/0089. */
export function looksAbused({ tried, verified }: { tried: number; verified: number }): boolean {
  return tried >= LIMITS.otpsJudgedFrom && verified * 100 < tried * LIMITS.otpsVerifiedPercentMin;
}
