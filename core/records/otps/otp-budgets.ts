import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The limits of one phone of an account, over all its OTPs by code. Instants of the last day, ISO, UTC. */
export interface OtpPhoneRecord {
  /** When OTPs were made for it. */
  created: string[];
  /** When wrong codes were given. */
  wrong: string[];
  /** Grows with each write: a writer claims that it is unchanged. */
  rev: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The limits of phones. */
export const otpPhoneRecords = recordsAt<OtpPhoneRecord, Parameters<typeof keys.otpPhone>>(keys.otpPhone);

/** OTPs by code of an account in one hour (UTC). */
export interface OtpHourRecord {
  /** All that were made in it. */
  created: number;
  /** Those of them whose code was put into the lane, since creation was paused last. */
  tried?: number;
  /** How many of them were verified, since then. */
  verified?: number;
  /** Until then the account can create no OTP by code: too few are verified. ISO, UTC. */
  paused_until?: string;
  /** Epoch seconds. */
  ttl: number;
}

/** The hours of accounts. */
export const otpHourRecords = recordsAt<OtpHourRecord, Parameters<typeof keys.otpHour>>(keys.otpHour);
