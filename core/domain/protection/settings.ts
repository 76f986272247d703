import {
  LAST_STAGE,
  limitsOfStage,
  PROTECTION_SETTINGS,
  type ProtectionSettingKey,
  type ProtectionSettings,
  type ProtectionSettingsPatch,
} from "../../contracts/protection.ts";
import type { SendingState } from "./sending-state.ts";

/**
 * All settings as they apply: the customer's value or, if there is none, the recommended value, but never beyond the
 * stage's limit.
 */
export type SettingsInForce = { [key in ProtectionSettingKey]: NonNullable<ProtectionSettings[key]> } & {
  first_messages_per_hour: number;
};

/** Halves a limit for the level "risk". The result is at least 1, unless the limit is 0. */
const halved = (limit: number) => (limit === 0 ? 0 : Math.max(1, Math.floor(limit / 2)));

function recommendedPerHour(stage: number): number {
  const { recommended, recommended_at_last_stage: atLast } = PROTECTION_SETTINGS.messages_per_hour;
  return stage >= LAST_STAGE ? atLast : recommended;
}

/**
 * Returns the settings as they apply. A value chosen at a higher stage is retained but capped at the current stage's
 * limit.
 */
export function settingsInForce(
  state: Pick<SendingState, "settings" | "stage" | "level" | "timezone">,
): SettingsInForce {
  const { settings: own, stage, level } = state;
  const most = limitsOfStage(stage);
  const cut = level === "risk" || level === "critical" ? halved : (limit: number) => limit;
  const staged = (key: "new_contacts_per_day" | "messages_per_day" | "broadcast_per_day") =>
    cut(Math.min(own[key] ?? most[key], most[key]));
  const rows = PROTECTION_SETTINGS;
  return {
    new_contacts_per_day: staged("new_contacts_per_day"),
    messages_per_day: staged("messages_per_day"),
    broadcast_per_day: staged("broadcast_per_day"),
    first_messages_per_hour: cut(most.first_messages_per_hour),
    messages_per_hour: cut(own.messages_per_hour ?? recommendedPerHour(stage)),
    first_message_interval_seconds:
      own.first_message_interval_seconds ?? rows.first_message_interval_seconds.recommended,
    message_interval_seconds: own.message_interval_seconds ?? rows.message_interval_seconds.recommended,
    reply_interval_seconds: own.reply_interval_seconds ?? rows.reply_interval_seconds.recommended,
    broadcast_interval_seconds: own.broadcast_interval_seconds ?? rows.broadcast_interval_seconds.recommended,
    hold_first_messages_hours: own.hold_first_messages_hours ?? rows.hold_first_messages_hours.recommended,
    quiet_hours_start: own.quiet_hours_start ?? rows.quiet_hours_start.recommended,
    quiet_hours_end: own.quiet_hours_end ?? rows.quiet_hours_end.recommended,
    timezone: own.timezone ?? state.timezone,
    typing: own.typing ?? rows.typing.recommended,
    mark_read_before_reply: own.mark_read_before_reply ?? rows.mark_read_before_reply.recommended,
    new_chats_paused: own.new_chats_paused ?? rows.new_chats_paused.recommended,
  };
}

/** Returns the settings after a PATCH: omitted settings stay unchanged, and null restores the recommended value. */
export function mergeSettings(
  own: Partial<ProtectionSettings>,
  patch: ProtectionSettingsPatch,
): Partial<ProtectionSettings> {
  const kept = Object.entries({ ...own, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as Partial<ProtectionSettings>; // entries of the same shape
}

/**
 * Returns the settings as a customer sees them: every key is present, with null where the recommended value applies.
 */
export function settingsView(own: Partial<ProtectionSettings>): ProtectionSettings {
  const keys = Object.keys(PROTECTION_SETTINGS) as ProtectionSettingKey[]; // Object.keys loses the key type
  return Object.fromEntries(keys.map((key) => [key, own[key] ?? null])) as ProtectionSettings; // each key, its value
}
