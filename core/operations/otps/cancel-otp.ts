import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { OtpRecord } from "../../records/otps/otp.ts";
import { stillPending } from "../../records/otps/otp-events.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** The error message for requests that need an open OTP. */
export const OTP_IS_OVER =
  "This OTP can no longer be used, because it was verified, failed, was cancelled or has expired. Create a new one.";

/**
 * Ends an open OTP without an event. If its code is still waiting, the code isn't sent. @throws ApiError `conflict` if
 * the OTP is already over.
 */
export async function cancelOtp(
  deps: { table: Table; clock: Clock },
  { account_id, id }: Pick<OtpRecord, "account_id" | "id">,
): Promise<void> {
  const now = deps.clock.now();
  try {
    await deps.table.write({ update: keys.otp(account_id, id), set: { status: "cancelled" }, if: stillPending(now) });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ApiError("conflict", { message: OTP_IS_OVER });
  }
}
