import type { AccountId, InstanceId, MessageId, OtpId } from "../../contracts/ids.ts";
import type { OtpChannel, OtpReason, OtpStatus } from "../../contracts/otps/otp-states.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored OTP. Its code is not stored but derived from `draw` under version `k` of the deployment's secret. */
export interface OtpRecord {
  id: OtpId;
  account_id: AccountId;
  instance_id: InstanceId;
  channel: OtpChannel;
  /**
   * The recipient; null on a link that anyone can complete. Once verified, the person who completed it; null if hidden.
   */
  phone: string | null;
  brand: string | null;
  reference: string | null;
  /** The language of the template, one of the available ones. */
  locale: string;
  code_length: number;
  /** Never `expired`, which `expires_at` decides. */
  status: Exclude<OtpStatus, "expired">;
  reason: OtpReason | null;
  /** The number of codes that were given, right or wrong: 0 to 5. */
  attempts: number;
  draw: number;
  k: number;
  /** The messages that contained the code, oldest first. Instants are ISO, UTC. */
  sends: { message_id: MessageId; at: string }[];
  /** The number of messages; sending the code again requires that it is unchanged. */
  sent: number;
  created_at: string;
  expires_at: string;
  verified_at: string | null;
  failed_at: string | null;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The stored OTPs. */
export const otpRecords = recordsAt<OtpRecord, Parameters<typeof keys.otp>>(keys.otp);

/** Leads from a link's code to its OTP. It outlives the OTP by a day, so that an old link can't verify a new OTP. */
export interface OtpCodeRecord {
  otp_id: OtpId;
  account_id: AccountId;
  expires_at: string;
  ttl: number;
}

/** The links' codes. */
export const otpCodeRecords = recordsAt<OtpCodeRecord, Parameters<typeof keys.otpCode>>(keys.otpCode);
