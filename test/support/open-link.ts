import { linkPointer } from "../../core/operations/otps/find-link-otp.ts";
import type { OtpRecord } from "../../core/records/otps/otp.ts";
import { keys, lists } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import { testCodes } from "./test-codes.ts";
import { openOtp } from "./waiting-code.ts";

/** The code in all links created by this file. */
export const LINK_CODE = "12345678";
const DRAW = 2_345_678;

/**
 * Creates a link at `now`, with its pointer, the way the API does. @param fields additional fields of the OTP, such as
 * the phone number it is for.
 */
export async function openLink(table: Table, now: Date, fields: Partial<OtpRecord> = {}): Promise<OtpRecord> {
  const of = { channel: "link", phone: null, brand: "Tea House", code_length: 8, draw: DRAW } as const;
  const otp = openOtp(now, "", { ...of, ...fields });
  const { account_id, instance_id, id: otp_id, expires_at, ttl } = otp;
  const pointer = await linkPointer(testCodes, otp.k, await testCodes.codeOf(otp));
  await table.transact([
    { put: { ...keys.otp(account_id, otp_id), gsi2pk: lists.otpsOfInstance(instance_id), gsi2sk: otp_id, ...otp } },
    { put: { ...keys.otpCode(instance_id, pointer), otp_id, account_id, expires_at, ttl } },
  ]);
  return otp;
}
