import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The limits for a phone on an account, across all its OTPs on the `code` channel. All times are from the last day
 * (ISO, UTC).
 */
export interface OtpPhoneRecord {
  /** When OTPs were created for the phone number. */
  created: string[];
  /** When wrong codes were entered. */
  wrong: string[];
  /** Incremented by each write. A write is refused if this has changed since it was read. */
  rev: number;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The records of the limits, by phone number. */
export const otpPhoneRecords = recordsAt<OtpPhoneRecord, Parameters<typeof keys.otpPhone>>(keys.otpPhone);

/** One hour (UTC) of an account's OTPs on the channel `code`. */
export interface OtpHourRecord {
  /** The number of OTPs created in this hour. */
  created: number;
  /** The number of codes added to the lane since creation was last paused. */
  tried?: number;
  /** How many of those codes have been verified. */
  verified?: number;
  /** When the account may create OTPs on the channel `code` again after too few codes were verified (ISO, UTC). */
  paused_until?: string;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The hourly records, by account. */
export const otpHourRecords = recordsAt<OtpHourRecord, Parameters<typeof keys.otpHour>>(keys.otpHour);
