import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { isFromClockAhead } from "../accounts/clock-set-back.ts";

/**
 * When OTPs of the channel `code` were created for a phone in the last day, and when wrong codes were entered. The
 * times are ISO, UTC, oldest first.
 */
export interface PhoneBudget {
  created: readonly string[];
  wrong: readonly string[];
}

/** The budget of a phone that hasn't had any OTPs yet. */
export const NEW_BUDGET: PhoneBudget = { created: [], wrong: [] };

/**
 * Returns when another `code` OTP may be created for the phone, or null if one may be created now. Spec: OTP. The
 * limits are our own: docs/decisions/0089.
 */
export function nextCreation({ created, wrong }: PhoneBudget, now: Date): Date | null {
  return latest([
    freeAt(created, HOUR_MS, LIMITS.otpsPerPhoneHour, now),
    freeAt(created, DAY_MS, LIMITS.otpsPerPhoneDay, now),
    nextCheck({ wrong }, now),
  ]);
}

/**
 * Returns when a code may be checked for the phone again, or null if one may be checked now. Parallel checks of many
 * OTPs share the same few attempts.
 */
export const nextCheck = ({ wrong }: Pick<PhoneBudget, "wrong">, now: Date): Date | null =>
  freeAt(wrong, DAY_MS, LIMITS.otpWrongCodesPerPhoneDay, now);

/** Adds a created OTP or a wrong code to the budget, and drops expired entries. */
export function spend(budget: PhoneBudget, what: keyof PhoneBudget, now: Date): { created: string[]; wrong: string[] } {
  const kept = (times: readonly string[]) => times.filter((at) => Date.parse(at) > now.getTime() - DAY_MS);
  const spent = { created: kept(budget.created), wrong: kept(budget.wrong) };
  return { ...spent, [what]: [...spent[what], now.toISOString()] };
}

/** Returns when fewer than `max` of these times will be within the window, or null if that is already the case. */
function freeAt(times: readonly string[], windowMs: number, max: number, now: Date): Date | null {
  const isWithin = (at: number) => at > now.getTime() - windowMs && !isFromClockAhead(at, now);
  const within = times.map((at) => Date.parse(at)).filter(isWithin);
  const leaves = within.sort((a, b) => a - b).at(-max);
  return within.length < max || leaves === undefined ? null : new Date(leaves + windowMs);
}

function latest(times: (Date | null)[]): Date | null {
  const known = times.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return known.length === 0 ? null : new Date(Math.max(...known));
}
