/** The faults that last for a while. */
export type LastingFault =
  | "refuse_connections"
  | "delay"
  | "lose_acks"
  | "swallow_messages"
  | "refuse_messages"
  | "refuse_queries"
  | "empty_answers"
  | "refuse_pairing_codes"
  | "refuse_version"
  | "refuse_logins"
  | "require_passkey"
  | "refresh_link_secret"
  | "refuse_uploads"
  | "expire_media"
  | "corrupt_media"
  | "garble_messages";
