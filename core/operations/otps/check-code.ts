import { timingSafeEqual } from "node:crypto";
import { LIMITS } from "../../contracts/limits.ts";
import { CODE_RULE } from "../../contracts/otps/otp.ts";
import { givenCode } from "../../domain/otps/given-code.ts";
import { hourOf } from "../../domain/otps/hour-budget.ts";
import { NEW_BUDGET, nextCheck, spend } from "../../domain/otps/phone-budget.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import { otpPhoneRecords } from "../../records/otps/otp-budgets.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import { isPending, otpEvent, stillPending } from "../../records/otps/otp-events.ts";
import { keys } from "../../store/keys.ts";
import { type Attempt, retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, SomeWrites, Write } from "../../store/table.ts";
import { OTP_IS_OVER } from "./cancel-otp.ts";
import { hourCount, limitReached, phoneWrite } from "./take-creation.ts";

/**
 * The maximum number of attempts to commit. The transaction is refused only if another request tried a code in the
 * meantime, and codes can be tried only a limited number of times: five per OTP, twenty per phone number.
 */
const TRIES = 100;
const NO_CODE =
  "With the channel link, the person sends the code to you, so there is nothing to check. Wait for otp.completed.";

/**
 * Checks a code that a person entered. Each attempt is one transaction. Even for the right code, it requires that the
 * number of attempts hasn't changed since it was read, so at most five of fifty simultaneous attempts are checked. The
 * phone number's count of wrong codes must be unchanged as well. The result is returned only after the commit. Spec:
 * OTP, check.
 * @returns the verified OTP. @throws ApiError `wrong_code`, `no_attempts_left`, `conflict` if the OTP is over or is a
 * link, `validation_failed` if the text can't be a code, `limit_reached` while the phone number has had too many wrong
 * codes.
 */
export async function checkCode(
  deps: EventDeps & { codes: OtpCodes },
  { account_id, id }: Pick<OtpRecord, "account_id" | "id">,
  text: string,
): Promise<OtpRecord> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const otp = await otpRecords.read(deps.table, account_id, id);
    if (!otp) throw new ApiError("otp_not_found");
    const after = await tryOnce(deps, otp, text, commit);
    if (after.status !== "verified") throw wrong(after);
    return after;
  });
}

/** Makes one attempt. @returns the OTP after the attempt. */
async function tryOnce(
  deps: EventDeps & { codes: OtpCodes },
  otp: OtpRecord,
  text: string,
  commit: Attempt["commit"],
): Promise<OtpRecord> {
  const { table, clock } = deps;
  const { account_id: account, phone, channel, attempts } = otp;
  if (channel === "link" || phone === null) throw new ApiError("conflict", { message: NO_CODE });
  const now = clock.now();
  if (!isPending(otp, now)) throw new ApiError("conflict", { message: OTP_IS_OVER });
  const given = givenCode(text);
  if (given === null) throw new ApiError("validation_failed", { errors: { code: [CODE_RULE] } });
  const isRight = await isCode(deps.codes, otp, given);
  const budget = await otpPhoneRecords.read(table, account, phone);
  const free = nextCheck(budget ?? NEW_BUDGET, now);
  if (free) throw limitReached("Too many wrong codes were entered for this phone today.", free, now);

  const set = verdict(otp, isRight, now);
  const after: OtpRecord = { ...otp, ...set };
  const asRead: Condition = [...stillPending(now), { field: "attempts", op: "=", value: attempts }];
  const route = await eventRoute(deps, account, otp.instance_id);
  const isOver = after.status !== "pending";
  const type = isRight ? "otp.completed" : "otp.failed";
  const writes: SomeWrites = [
    { update: keys.otp(account, otp.id), set, if: asRead },
    isRight
      ? unchanged(account, phone, budget)
      : phoneWrite(account, phone, budget, spend(budget ?? NEW_BUDGET, "wrong", now), now),
    ...(isRight ? [hourCount(account, hourOf(new Date(otp.created_at)), { verified: 1 }, now)] : []),
    ...(isOver ? eventWrites(deps, route, otpEvent(type, after), now) : []),
  ];
  // The transaction is refused if the OTP, or its phone number's count of wrong codes, has changed in the meantime.
  await commit(table.transact(writes));
  if (isOver) await wakeEndpoint(deps, route);
  return after;
}

/** Returns the fields that an attempt changes. */
function verdict({ attempts }: OtpRecord, isRight: boolean, now: Date): Partial<OtpRecord> {
  const made = { attempts: attempts + 1 };
  if (isRight) return { ...made, status: "verified", verified_at: now.toISOString() };
  if (made.attempts < LIMITS.otpAttempts) return made;
  return { ...made, status: "failed", reason: "too_many_attempts", failed_at: now.toISOString() };
}

/** Whether the given text is the code, compared in constant time. */
async function isCode(codes: OtpCodes, otp: OtpRecord, given: string): Promise<boolean> {
  const hashOf = (code: string) => codes.hmac(otp.k, `check|${code}`);
  const [mine, theirs] = await Promise.all([codes.codeOf(otp).then(hashOf), hashOf(given)]);
  return timingSafeEqual(mine, theirs);
}

/** Builds the condition that no wrong code has been entered for the phone number since the count was read. */
function unchanged(account: string, phone: string, budget: { rev: number } | null): Write {
  const asRead: Condition = budget ? [{ field: "rev", op: "=", value: budget.rev }] : [{ item: "absent" }];
  return { check: keys.otpPhone(account, phone), if: asRead };
}

function wrong({ attempts }: OtpRecord): ApiError {
  const attemptsLeft = LIMITS.otpAttempts - attempts;
  return new ApiError(attemptsLeft === 0 ? "no_attempts_left" : "wrong_code", { attemptsLeft });
}
