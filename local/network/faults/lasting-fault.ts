/** The faults that last for a while. */
export type LastingFault =
  | "refuse_connections"
  | "delay"
  | "lose_acks"
  | "swallow_messages"
  | "refuse_messages"
  | "refuse_queries"
  | "refuse_pairing_codes"
  | "refuse_version"
  | "refuse_logins"
  | "require_passkey"
  | "refresh_link_secret"
  | "refuse_uploads"
  | "expire_media"
  | "corrupt_media"
  | "garble_messages"
  | "leak_group_messages"
  | "withhold_settings_keys";
