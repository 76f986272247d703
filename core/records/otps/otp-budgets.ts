import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The limits for one phone on an account, across all its OTPs of the channel `code`. Contains times in the last day,
 * ISO, UTC.
 */
export interface OtpPhoneRecord {
  /** When OTPs were created for the phone. */
  created: string[];
  /** When wrong codes were entered. */
  wrong: string[];
  /** Incremented by each write, which is refused if this has changed since it was read. */
  rev: number;
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** The records of limits, by phone. */
export const otpPhoneRecords = recordsAt<OtpPhoneRecord, Parameters<typeof keys.otpPhone>>(keys.otpPhone);

/** An account's OTPs of the channel `code` in one hour (UTC). */
export interface OtpHourRecord {
  /** The number of OTPs created in this hour. */
  created: number;
  /** The number of codes put into the lane since creation was last paused. */
  tried?: number;
  /** How many of those codes have been verified. */
  verified?: number;
  /**
   * The time until which the account can't create OTPs of the channel `code`, because too few are verified. ISO, UTC.
   */
  paused_until?: string;
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** The records of hours, by account. */
export const otpHourRecords = recordsAt<OtpHourRecord, Parameters<typeof keys.otpHour>>(keys.otpHour);
