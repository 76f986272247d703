import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { hourBefore, hourOf, looksAbused, nextHour, pausedUntil, triedIn } from "../../domain/otps/hour-budget.ts";
import { NEW_BUDGET, nextCreation, spend } from "../../domain/otps/phone-budget.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type OtpPhoneRecord, otpHourRecords, otpPhoneRecords } from "../../records/otps/otp-budgets.ts";
import { keys } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";
import { pauseCreation } from "./pause-creation.ts";

/** How long the counts per phone number and account are retained, which is longer than necessary. */
const KEPT_MS = 2 * DAY_MS;
const ttlAt = (now: Date) => Math.ceil((now.getTime() + KEPT_MS) / 1000);

/** The account creating an OTP by code, and its plan's hourly limit on such OTPs. */
export interface CodeMaker {
  account_id: AccountId;
  phone: string;
  codes_per_hour: number;
  /**
   * Whether the code will be sent. False if the OTP fails immediately, in which case it doesn't affect the account's
   * verification rate.
   */
  isSent: boolean;
}

/**
 * Returns the writes that count a code OTP for its phone number and its account, to include in the transaction that
 * creates the OTP. They are refused if another OTP was counted in the meantime. Pauses creation if very few codes are
 * being verified. Costs three reads.
 * @throws ApiError `limit_reached`. Spec: OTP; we chose the limits ourselves: docs/decisions/0089.
 */
export async function takeCreation(deps: LaneDeps, maker: CodeMaker, now: Date): Promise<Write[]> {
  const { account_id: account, phone, codes_per_hour: perHour, isSent } = maker;
  const hour = hourOf(now);
  const before = hourBefore(now);
  const wanted = [keys.otpPhone(account, phone), keys.otpHour(account, hour), keys.otpHour(account, before)];
  const items = await deps.table.getMany(wanted);
  const budget = otpPhoneRecords.among(items, account, phone);
  const hours = [hour, before].flatMap((one) => otpHourRecords.among(items, account, one) ?? []);
  const isAbused = looksAbused(triedIn(hours));
  const paused = pausedUntil(hours, now) ?? (isAbused ? await pauseCreation(deps, account, triedIn(hours), now) : null);
  if (paused) throw limitReached(PAUSED, paused, now);
  const free = nextCreation(budget ?? NEW_BUDGET, now);
  if (free) throw limitReached("Too many codes were requested for this phone.", free, now);
  const full = limitReached(`The account's limit of ${perHour} codes an hour has been reached.`, nextHour(now), now);
  if ((otpHourRecords.among(items, account, hour)?.created ?? 0) >= perHour) throw full;
  return [
    phoneWrite(account, phone, budget, spend(budget ?? NEW_BUDGET, "created", now), now),
    hourCount(account, hour, { created: 1, ...(isSent && { tried: 1 }) }, now, perHour),
  ];
}

const PAUSED =
  "Hardly any of this account's codes are verified, so no codes are sent for an hour. Someone may be abusing your page.";

/**
 * Builds the write that stores the phone number's new budget, on the condition that the budget hasn't changed in the
 * meantime.
 */
export function phoneWrite(
  account: AccountId,
  phone: string,
  before: OtpPhoneRecord | null,
  lists: Pick<OtpPhoneRecord, "created" | "wrong">,
  now: Date,
): Write {
  const record: OtpPhoneRecord = { ...lists, rev: (before?.rev ?? 0) + 1, ttl: ttlAt(now) };
  return {
    put: { ...keys.otpPhone(account, phone), ...record },
    if: before ? [{ field: "rev", op: "=", value: before.rev }] : [{ item: "absent" }],
  };
}

/**
 * Builds the write that adds an OTP to the account's hourly count. @param perHour the write is refused once the count
 * reaches this value; no limit if omitted.
 */
export function hourCount(
  account: AccountId,
  hour: string,
  add: { created?: number; tried?: number; verified?: number },
  now: Date,
  perHour?: number,
): Write {
  return {
    update: keys.otpHour(account, hour),
    set: { ttl: ttlAt(now) },
    add,
    ...(perHour !== undefined && {
      if: [{ anyOf: [[{ field: "created", is: "missing" }], [{ field: "created", op: "<", value: perHour }]] }],
    }),
  };
}

/** Builds a 429 `limit_reached` error. @param free the earliest time at which a retry can succeed. */
export function limitReached(sentence: string, free: Date, now: Date): ApiError {
  return new ApiError("limit_reached", {
    message: `${sentence} Wait the number of seconds given in Retry-After.`,
    retryAfterSec: Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000)),
  });
}
