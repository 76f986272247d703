import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The limits for one phone on an account, over all its OTPs by code. Instants in the last day, ISO, UTC. */
export interface OtpPhoneRecord {
  /** When OTPs were created for the phone. */
  created: string[];
  /** When wrong codes were given. */
  wrong: string[];
  /** Incremented by each write, which requires that it is unchanged. */
  rev: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The phones' limits. */
export const otpPhoneRecords = recordsAt<OtpPhoneRecord, Parameters<typeof keys.otpPhone>>(keys.otpPhone);

/** An account's OTPs by code in one hour (UTC). */
export interface OtpHourRecord {
  /** All OTPs created in this hour. */
  created: number;
  /** How many codes were put into the lane since creation was last paused. */
  tried?: number;
  /** How many of them have been verified since then. */
  verified?: number;
  /** Until when the account can't create OTPs by code, because too few are verified. ISO, UTC. */
  paused_until?: string;
  /** Epoch seconds. */
  ttl: number;
}

/** The accounts' hours. */
export const otpHourRecords = recordsAt<OtpHourRecord, Parameters<typeof keys.otpHour>>(keys.otpHour);
