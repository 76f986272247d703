/** A broadcast's states. */
export const BROADCAST_STATUSES = ["draft", "scheduled", "running", "paused", "completed", "cancelled"] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/** Why a broadcast is paused. */
export const BROADCAST_REASONS = [
  "paused_by_you",
  "opt_outs",
  "failures",
  "messenger_warning",
  "messenger_restricted",
  "new_chats_paused",
  "safety_low",
  "not_connected",
  "daily_limit",
  "warm_up",
  "plan_limit",
] as const;
export type BroadcastReason = (typeof BROADCAST_REASONS)[number];

/** Why a broadcast's recipients have to wait, before it starts or while it runs. */
export const BROADCAST_WAITS = ["turn", "night", "their_night", "another_broadcast", "start_at"] as const;
export type BroadcastWait = (typeof BROADCAST_WAITS)[number];

/** One person's status in a broadcast. Each person has exactly one of these statuses. */
export const RECIPIENT_STATUSES = [
  "waiting",
  "sent",
  "delivered",
  "read",
  "replied",
  "failed",
  "opted_out",
  "cancelled",
] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** The possible sources of a broadcast's recipients. */
export const AUDIENCES = ["recent", "label", "phones"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Why someone was left out when the audience was built. */
export const LEFT_OUT_REASONS = ["never_wrote", "opted_out", "duplicate", "invalid"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Warnings for a broadcast's author. */
export const BROADCAST_WARNINGS = [
  "slow",
  "stage_allows_none",
  "hour_limit",
  "missing_fields",
  "long_text",
  "link_in_text",
  "audience_cut",
  "unanswered",
] as const;
export type BroadcastWarningCode = (typeof BROADCAST_WARNINGS)[number];

/** The languages of the opt-out line and of the replies to people who opt out. */
export const BROADCAST_LANGUAGES = [
  ...["ar", "de", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko"],
  ...["ms", "nl", "pl", "pt", "ro", "ru", "tr", "uk", "ur", "vi", "zh"],
] as const;
