import type { AccountId, InstanceId, MessageId, OtpId } from "../../contracts/ids.ts";
import type { OtpChannel, OtpReason, OtpStatus } from "../../contracts/otps/otp-states.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored OTP. Its code is stored nowhere: it is derived from `draw` under version `k` of the deployment's secret. */
export interface OtpRecord {
  id: OtpId;
  account_id: AccountId;
  instance_id: InstanceId;
  channel: OtpChannel;
  /** Whom it is for; null on a link that anybody may complete. Once verified: who did; null when hidden. */
  phone: string | null;
  brand: string | null;
  reference: string | null;
  /** The template's language, one of the available ones. */
  locale: string;
  code_length: number;
  /** Never `expired`: that is judged by `expires_at`. */
  status: Exclude<OtpStatus, "expired">;
  reason: OtpReason | null;
  /** Wrong codes given, and the right one: 0 to 5. */
  attempts: number;
  draw: number;
  k: number;
  /** The messages that carried the code, first one first. Instants are ISO, UTC. */
  sends: { message_id: MessageId; at: string }[];
  /** How many they are: who sends it again claims that it is as read. */
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

/** A link's code leads to its OTP; it outlives it by a day, so that an old link never verifies a new one. */
export interface OtpCodeRecord {
  otp_id: OtpId;
  account_id: AccountId;
  expires_at: string;
  ttl: number;
}

/** The codes of links. */
export const otpCodeRecords = recordsAt<OtpCodeRecord, Parameters<typeof keys.otpCode>>(keys.otpCode);
