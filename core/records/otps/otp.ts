import type { AccountId, InstanceId, MessageId, OtpId } from "../../contracts/ids.ts";
import type { OtpChannel, OtpReason, OtpStatus } from "../../contracts/otps/otp-states.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored OTP. Its code isn't stored; it is derived from `draw` with version `k` of the deployment's secret. */
export interface OtpRecord {
  id: OtpId;
  account_id: AccountId;
  instance_id: InstanceId;
  channel: OtpChannel;
  /**
   * The recipient, or null for a link that anyone can complete. Once verified, the person who completed it, or null if
   * their number is hidden.
   */
  phone: string | null;
  brand: string | null;
  reference: string | null;
  /** The language of the template. It is always one of the available languages. */
  locale: string;
  code_length: number;
  /** The stored status. It is never `expired`; that is determined from `expires_at`. */
  status: Exclude<OtpStatus, "expired">;
  reason: OtpReason | null;
  /** The number of codes entered so far, right or wrong: 0 to 5. */
  attempts: number;
  draw: number;
  k: number;
  /** The messages that contained the code, oldest first. Times are ISO, UTC. */
  sends: { message_id: MessageId; at: string }[];
  /** The number of messages sent. Resending the code is refused if this has changed. */
  sent: number;
  created_at: string;
  expires_at: string;
  verified_at: string | null;
  failed_at: string | null;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The stored OTPs. */
export const otpRecords = recordsAt<OtpRecord, Parameters<typeof keys.otp>>(keys.otp);

/** Maps a link's code to its OTP. The record outlives the OTP by a day, so an old link can't verify a new OTP. */
export interface OtpCodeRecord {
  otp_id: OtpId;
  account_id: AccountId;
  expires_at: string;
  ttl: number;
}

/** The codes of links. */
export const otpCodeRecords = recordsAt<OtpCodeRecord, Parameters<typeof keys.otpCode>>(keys.otpCode);
