import type { InstanceId } from "../../contracts/ids.ts";
import { type OtpRecord, otpCodeRecords, otpRecords } from "../../records/otps/otp.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { Table } from "../../store/table.ts";

/**
 * Returns the key that a link's code is stored under, for one version of the secret. The table contains neither the
 * code nor a hash from which the code could be guessed.
 */
export const linkPointer = async (codes: OtpCodes, k: number, code: string): Promise<string> =>
  (await codes.hmac(k, `link|${code}`)).toString("hex");

/**
 * Finds the OTP whose link has the given code on the given instance. The OTP may be in any state, and is found even for
 * a day after its end, so that no other OTP gets the same code. Costs one read per version of the secret. There is only
 * one version, except for a few hours after a rotation.
 * @returns null if no link has the code.
 */
export async function findLinkOtp(
  { table, codes }: { table: Table; codes: OtpCodes },
  instance: InstanceId,
  code: string,
): Promise<OtpRecord | null> {
  for (const k of await codes.versions()) {
    const found = await otpCodeRecords.read(table, instance, await linkPointer(codes, k, code));
    if (found) return otpRecords.read(table, found.account_id, found.otp_id);
  }
  return null;
}
