/**
 * How an OTP can be confirmed: the person sends its code by following a link, or types a code that was sent to them.
 */
export const OTP_CHANNELS = ["link", "code"] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

/**
 * The states of an OTP. All except `pending` are final. `expired` is never stored, only returned for an OTP that is
 * read at or after its expiry.
 */
export const OTP_STATUSES = ["pending", "verified", "failed", "expired", "cancelled"] as const;
export type OtpStatus = (typeof OTP_STATUSES)[number];

/** The reasons why an OTP failed. */
export const OTP_REASONS = [
  "too_many_attempts",
  "not_on_messenger",
  "quiet_hours",
  "daily_cap",
  "new_chats_paused",
  "messenger_restricted",
  "not_connected",
  "send_failed",
] as const;
export type OtpReason = (typeof OTP_REASONS)[number];

/**
 * The owner of the data key that seals the OTP code secret. It isn't the id of any account, so access can be granted
 * separately.
 */
export const OTP_SECRET_OWNER = "otp_codes";
/** The partition of the OTP code secret, which contains nothing else. */
export const OTP_SECRET_PARTITION = `ACC#${OTP_SECRET_OWNER}`;
