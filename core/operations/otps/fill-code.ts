import { fillMask } from "../../domain/otps/code-mask.ts";
import type { Clock } from "../../ports.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import { isPending } from "../../records/otps/otp-events.ts";
import type { Table } from "../../store/table.ts";

/** The codes of OTPs, derived from the deployment's secret each time they are needed. */
export interface OtpCodes {
  codeOf(otp: OtpRecord): Promise<string>;
  /** HMAC-SHA-256 of a text under version `k` of the secret. */
  hmac(k: number, text: string): Promise<Buffer>;
}

/** A code's message as its person gets it. It is stored nowhere: the same message is filled in alike each time. */
export interface FilledCode {
  text: string;
  /** The message's own secret, 32 bytes, in place of the network library's random ones. */
  secret: Buffer;
  /** Whether the OTP is still open. */
  isOpen: boolean;
}

/**
 * Fills the code into the message that carries it.
 * @returns null when its OTP is gone.
 */
export async function fillCode(
  deps: { table: Table; clock: Clock; codes: OtpCodes },
  { account_id, id, body, otp: part }: MessageRecord,
): Promise<FilledCode | null> {
  const otp = part ? await otpRecords.read(deps.table, account_id, part.id) : null;
  if (!otp) return null;
  const [code, secret] = await Promise.all([deps.codes.codeOf(otp), deps.codes.hmac(otp.k, `secret|${id}`)]);
  return { text: fillMask(body ?? "", code), secret, isOpen: isPending(otp, deps.clock.now()) };
}
