import type {
  PROTECTION_SETTINGS,
  ProtectionSettings,
  ProtectionSettingsPatch,
} from "../../../../core/contracts/protection.ts";

/** The name of a setting. */
export type SettingKey = keyof ProtectionSettings;

/**
 * A setting with its recommended value, or null if the value depends on the warm-up stage. The types ensure that the
 * values match the settings table.
 */
type Recommended = {
  [K in SettingKey]: readonly [K, (typeof PROTECTION_SETTINGS)[K] extends { recommended: infer R } ? R : null];
}[SettingKey];

/** The numeric settings, with their recommended values. */
export const NUMBERS = [
  ["new_contacts_per_day", null],
  ["messages_per_day", null],
  ["messages_per_hour", 30],
  ["first_message_interval_seconds", 120],
  ["message_interval_seconds", 6],
  ["reply_interval_seconds", 2],
  ["hold_first_messages_hours", 72],
  ["broadcast_per_day", null],
  ["broadcast_interval_seconds", 60],
] as const satisfies Recommended[];

/** The time-of-day settings, with their recommended values. */
export const TIMES = [
  ["quiet_hours_start", "22:00"],
  ["quiet_hours_end", "08:00"],
] as const satisfies Recommended[];

/** The on/off settings, with their recommended values. */
export const SWITCHES = [
  ["typing", true],
  ["mark_read_before_reply", true],
  ["new_chats_paused", false],
] as const satisfies Recommended[];

/** Returns the settings as text for the form's fields. An empty text means the recommended value. */
export function settingText(settings: ProtectionSettings): Record<SettingKey, string> {
  const pairs = Object.entries(settings).map(([key, value]) => [key, value === null ? "" : String(value)]);
  return Object.fromEntries(pairs) as Record<SettingKey, string>; // of the same keys
}

/**
 * Returns only the changed settings, in the API's format. Text that isn't a number is sent as it is, because the API
 * explains what is wrong with it.
 */
export function changedSettings(
  settings: ProtectionSettings,
  given: Record<SettingKey, string>,
): ProtectionSettingsPatch {
  const before = settingText(settings);
  const changed = (Object.keys(given) as SettingKey[]).filter((key) => given[key].trim() !== before[key]);
  return Object.fromEntries(changed.map((key) => [key, settingOf(key, given[key].trim())])) as ProtectionSettingsPatch; // each by its key
}

function settingOf(key: SettingKey, text: string): string | number | boolean | null {
  if (text === "") return null;
  if (SWITCHES.some(([one]) => one === key)) return text === "true";
  if (NUMBERS.some(([one]) => one === key)) return Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}
