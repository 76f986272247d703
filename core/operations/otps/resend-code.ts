import { LIMITS } from "../../contracts/limits.ts";
import { isFromClockAhead } from "../../domain/accounts/clock-set-back.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import { isPending, stillPending } from "../../records/otps/otp-events.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { countPlanMessage } from "../accounts/count-plan-message.ts";
import { OTP_IS_OVER } from "./cancel-otp.ts";
import { putCodeMessage } from "./put-code-message.ts";
import { limitReached } from "./take-creation.ts";

/**
 * The maximum number of attempts to commit. The transaction is refused only if another request checked or resent the
 * code in the meantime, which can happen only a few times.
 */
const TRIES = 20;
const NO_CODE =
  "With the channel link, the person sends the code to you, so there is no code to send again. Show the link again.";

/**
 * Sends the same code again, with the same expiry. If that fails, the OTP is left unchanged.
 * @param perDay the plan's daily message allowance. Null means unlimited.
 * @throws ApiError `conflict` if the OTP is over or is a link; `limit_reached` within a minute of the last send, or
 * after three sends; 429 `plan_limit`. Spec: OTP, resend.
 */
export async function resendCode(
  deps: LaneDeps,
  { account_id, id }: Pick<OtpRecord, "account_id" | "id">,
  perDay: number | null,
): Promise<OtpRecord> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const otp = await otpRecords.read(deps.table, account_id, id);
    if (!otp) throw new ApiError("otp_not_found");
    const now = deps.clock.now();
    requireResendable(otp, now);
    const name = `${otp.id} ${otp.sent}`;
    if (perDay !== null) await countPlanMessage(deps, account_id, perDay, name, now);
    const message = await putCodeMessage(deps, otp, "resend", now);
    const set = { sends: [...otp.sends, { message_id: message.id, at: now.toISOString() }], sent: otp.sent + 1 };
    const asRead = [...stillPending(now), { field: "sent", op: "=", value: otp.sent } as const];
    // The transaction is refused if the OTP has ended, or its code was sent again, in the meantime.
    await commit(deps.table.transact([{ update: keys.otp(account_id, id), set, if: asRead }, ...message.writes]));
    await ensureWake(deps, instanceLane(otp.instance_id), now, null);
    return { ...otp, ...set };
  });
}

function requireResendable(otp: OtpRecord, now: Date): void {
  if (otp.channel === "link") throw new ApiError("conflict", { message: NO_CODE });
  if (!isPending(otp, now)) throw new ApiError("conflict", { message: OTP_IS_OVER });
  if (otp.sent > LIMITS.otpResends) {
    throw limitReached(
      `This code has already been resent ${LIMITS.otpResends} times. Create a new OTP later.`,
      new Date(otp.expires_at),
      now,
    );
  }
  const last = Date.parse(otp.sends.at(-1)?.at ?? otp.created_at);
  const free = new Date(last + LIMITS.otpResendEverySec * 1000);
  if (free > now && !isFromClockAhead(last, now))
    throw limitReached(`A code can be resent once every ${LIMITS.otpResendEverySec} seconds.`, free, now);
}
