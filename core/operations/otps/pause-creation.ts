import { NOTICE_TYPES, type OtpsPausedNotice } from "../../contracts/bus-events.ts";
import { HOUR_MS } from "../../contracts/durations.ts";
import { type AccountId, ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { hourBefore, hourOf } from "../../domain/otps/hour-budget.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import { busNotice } from "../../records/bus-notice.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused } from "../../store/table.ts";

/**
 * Stops an account from creating OTPs by code for an hour, because very few of its codes get verified. The pause, its
 * activity log entry, and the notice that triggers the e-mail to the admins are written atomically. After the pause,
 * counting restarts at zero. docs/decisions/0089.
 * @returns when the pause ends.
 */
export async function pauseCreation(
  { table, clock, ids, log }: LaneDeps,
  account: AccountId,
  { tried, verified }: { tried: number; verified: number },
  now: Date = clock.now(),
): Promise<Date> {
  const until = new Date(now.getTime() + LIMITS.otpsPausedHours * HOUR_MS);
  const id = ids.next(ID_PREFIXES.notice, now);
  const detail: OtpsPausedNotice = {
    id,
    account_id: account,
    sent: tried,
    verified,
    paused_at: wireTime(now),
    paused_until: wireTime(until),
  };
  const line = {
    account_id: account,
    owner: "account",
    action: "otp.creation_paused",
    actor: null,
    changed: [],
  } as const;
  const counts = { tried: 0, verified: 0 };
  try {
    await table.transact([
      {
        update: keys.otpHour(account, hourOf(now)),
        set: { ...counts, paused_until: until.toISOString(), ttl: Math.ceil((until.getTime() + 24 * HOUR_MS) / 1000) },
        // Of several concurrent requests, only one pauses creation and notifies the admins.
        if: [
          {
            anyOf: [
              [{ field: "paused_until", is: "missing" }],
              [{ field: "paused_until", op: "<=", value: now.toISOString() }],
            ],
          },
        ],
      },
      { update: keys.otpHour(account, hourBefore(now)), set: { ...counts, ttl: Math.ceil(until.getTime() / 1000) } },
      activityWrite(ids, { ...line, changed: [] }, now),
      busNotice(account, id, now, { detail_type: NOTICE_TYPES.otpsPaused, detail: { ...detail } }),
    ]);
    log.warn(
      { account_id: account, sent: tried, verified },
      "an account's codes were paused, because hardly any of them are verified",
    );
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  return until;
}
