import { ID_PREFIXES, idPattern, type OtpId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import type { Table } from "../../store/table.ts";

const OTP_ID = idPattern(ID_PREFIXES.otp);

/** An OTP and its instance. */
export interface FoundOtp {
  otp: OtpRecord;
  instance: InstanceRecord;
}

/**
 * Reads one of the caller's OTPs. @throws ApiError `otp_not_found` if the OTP is unknown, belongs to another account,
 * or is on an instance that was deleted or isn't covered by the key.
 */
export async function readOtp(
  deps: { table: Table },
  caller: Pick<Caller, "account_id" | "instance_id">,
  id: OtpId,
): Promise<FoundOtp> {
  const otp = OTP_ID.test(id) ? await otpRecords.read(deps.table, caller.account_id, id) : null;
  if (!otp || (caller.instance_id !== null && otp.instance_id !== caller.instance_id)) {
    throw new ApiError("otp_not_found");
  }
  const instance = await instanceRecords.read(deps.table, otp.instance_id);
  if (!instance || instance.removed_at !== null) throw new ApiError("otp_not_found");
  return { otp, instance };
}
