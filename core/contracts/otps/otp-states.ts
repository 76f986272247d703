/** How an OTP is confirmed: the person sends its code from a link, or types a code that was sent to them. */
export const OTP_CHANNELS = ["link", "code"] as const;
export type OtpChannel = (typeof OTP_CHANNELS)[number];

/** States of an OTP; all but `pending` are final. `expired` is never written: a read at or after the end shows it. */
export const OTP_STATUSES = ["pending", "verified", "failed", "expired", "cancelled"] as const;
export type OtpStatus = (typeof OTP_STATUSES)[number];

/** Why an OTP failed. */
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

/** The owner of the data key that seals the secret for codes; not an account's id, so rights can be granted on it. */
export const OTP_SECRET_OWNER = "otp_codes";
/** The partition that contains only the secret for codes. */
export const OTP_SECRET_PARTITION = `ACC#${OTP_SECRET_OWNER}`;
