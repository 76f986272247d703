import { fillMask } from "../../domain/otps/code-mask.ts";
import type { Clock } from "../../ports.ts";
import type { MessageRecord } from "../../records/message.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import { type OtpCodes, SecretGone } from "../../records/otps/otp-codes.ts";
import { isPending } from "../../records/otps/otp-events.ts";
import type { Table } from "../../store/table.ts";

/**
 * The message with its code, as the person receives it. It isn't stored, because filling in the code always gives the
 * same result.
 */
export interface FilledCode {
  text: string;
  /** The message's own 32-byte secret, used in place of the network library's random bytes. */
  secret: Buffer;
  /** Whether the OTP is still open. */
  isOpen: boolean;
}

/**
 * Fills the code into the message sent to the person.
 * @returns null if the OTP, or the secret version that its code was derived from, no longer exists.
 */
export async function fillCode(
  deps: { table: Table; clock: Clock; codes: OtpCodes },
  { account_id, id, body, otp: part }: MessageRecord,
): Promise<FilledCode | null> {
  const otp = part ? await otpRecords.read(deps.table, account_id, part.id) : null;
  if (!otp) return null;
  try {
    const [code, secret] = await Promise.all([deps.codes.codeOf(otp), deps.codes.hmac(otp.k, `secret|${id}`)]);
    return { text: fillMask(body ?? "", code), secret, isOpen: isPending(otp, deps.clock.now()) };
  } catch (error) {
    if (error instanceof SecretGone) return null;
    throw error;
  }
}
