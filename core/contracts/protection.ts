import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The limits of a warm-up stage, which is reached after `from_active_days` active days. */
export interface StageLimits {
  from_active_days: number;
  new_contacts_per_day: number;
  first_messages_per_hour: number;
  messages_per_day: number;
  broadcast_per_day: number;
}

/**
 * The stages of the warm-up, starting with stage 1. The 10 new people for a new instance come from the spec; all other
 * values are our own. Spec: Number-protection rule, 2.
 */
export const WARM_UP_STAGES = [
  stageLimits(0, 10, 3, 50, 0),
  stageLimits(7, 15, 4, 100, 25),
  stageLimits(14, 20, 5, 200, 50),
  stageLimits(21, 30, 6, 300, 100),
  stageLimits(30, 40, 8, 500, 150),
  stageLimits(60, 60, 10, 800, 300),
  stageLimits(90, 80, 12, 1_000, 500),
] as const;

function stageLimits(from: number, people: number, hour: number, day: number, broadcast: number): StageLimits {
  return {
    from_active_days: from,
    new_contacts_per_day: people,
    first_messages_per_hour: hour,
    messages_per_day: day,
    broadcast_per_day: broadcast,
  };
}

/** The highest warm-up stage. */
export const LAST_STAGE = WARM_UP_STAGES.length;

/** Returns the limits of a stage from 1 to 7. A number outside this range is treated as the nearest stage. */
export function limitsOfStage(stage: number): StageLimits {
  return WARM_UP_STAGES[Math.min(Math.max(Math.trunc(stage), 1), LAST_STAGE) - 1] ?? WARM_UP_STAGES[0];
}

type NumberRow = {
  kind: "number";
  recommended: number;
  recommended_at_last_stage?: number;
  min: number;
  max: number;
  unit: string;
};
type StageRow = { kind: "stage"; min: number };
type SwitchRow = { kind: "switch"; recommended: boolean };
type TimeRow = { kind: "time"; recommended: string; min: string; max: string };
type ZoneRow = { kind: "zone" };
type SettingRow = NumberRow | StageRow | SwitchRow | TimeRow | ZoneRow;

/**
 * Every protection setting, with its recommended value and allowed range. For a `stage` row, both the recommended value
 * and the limit come from the field of the same name in the warm-up stage. For a `zone` row, the recommended value
 * depends on the linked number's country.
 */
export const PROTECTION_SETTINGS = {
  new_contacts_per_day: { kind: "stage", min: 0 },
  first_message_interval_seconds: { kind: "number", recommended: 120, min: 60, max: 3_600, unit: " seconds" },
  message_interval_seconds: { kind: "number", recommended: 6, min: 3, max: 600, unit: " seconds" },
  reply_interval_seconds: { kind: "number", recommended: 2, min: 1, max: 30, unit: " seconds" },
  // If the last stage allowed only 30 messages an hour, the daily broadcast limit would be out of reach.
  messages_per_hour: {
    kind: "number",
    recommended: 30,
    recommended_at_last_stage: 45,
    min: 1,
    max: 60,
    unit: "",
  },
  messages_per_day: { kind: "stage", min: 1 },
  quiet_hours_start: { kind: "time", recommended: "22:00", min: "18:00", max: "22:00" },
  quiet_hours_end: { kind: "time", recommended: "08:00", min: "08:00", max: "12:00" },
  timezone: { kind: "zone" },
  typing: { kind: "switch", recommended: true },
  mark_read_before_reply: { kind: "switch", recommended: true },
  new_chats_paused: { kind: "switch", recommended: false },
  broadcast_interval_seconds: { kind: "number", recommended: 60, min: 30, max: 3_600, unit: " seconds" },
  broadcast_per_day: { kind: "stage", min: 1 },
  hold_first_messages_hours: { kind: "number", recommended: 72, min: 1, max: 168, unit: " hours" },
} as const satisfies Record<string, SettingRow>;

export type ProtectionSettingKey = keyof typeof PROTECTION_SETTINGS;

const numberSetting = (min: number, max: number, unit = "") => {
  const rule = `Use a whole number from ${min} to ${max}${unit}, or null for the recommended value.`;
  return z.int(rule).min(min, rule).max(max, rule).nullable();
};

function stageSetting(key: "new_contacts_per_day" | "messages_per_day" | "broadcast_per_day", stage: number) {
  const max = limitsOfStage(stage)[key];
  const { min } = PROTECTION_SETTINGS[key];
  if (max >= min) return numberSetting(min, max, `, the maximum for warm-up stage ${stage}`);
  const rule = `Warm-up stage ${stage} does not allow any yet. Leave this null until stage ${stage + 1}.`;
  return z.int(rule).min(min, rule).max(max, rule).nullable();
}

const timeSetting = ({ min, max }: TimeRow) => {
  const rule = `Use a time from ${min} to ${max} as HH:MM, or null for the recommended value. Quiet hours can be made longer, but not shorter.`;
  return text("HH:MM".length, rule, rule)
    .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text) && text >= min && text <= max, rule)
    .nullable();
};

/** Whether a text is an IANA time zone name, such as `America/Sao_Paulo`. Offsets are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const ZONE_RULE = 'Use a time zone name, such as "America/Sao_Paulo", or null for the time zone of the linked number.';
const SWITCH_RULE = "Use true or false, or null for the recommended value.";
const switchSetting = () => z.boolean(SWITCH_RULE).nullable();

/** Creates the schema of all settings, with the ranges that customers can choose from at this warm-up stage. */
export function protectionSettingsAt(stage: number) {
  const rows = PROTECTION_SETTINGS;
  const limited = ({ min, max, unit }: NumberRow) => numberSetting(min, max, unit);
  return z.object({
    new_contacts_per_day: stageSetting("new_contacts_per_day", stage),
    first_message_interval_seconds: limited(rows.first_message_interval_seconds),
    message_interval_seconds: limited(rows.message_interval_seconds),
    reply_interval_seconds: limited(rows.reply_interval_seconds),
    messages_per_hour: limited(rows.messages_per_hour),
    messages_per_day: stageSetting("messages_per_day", stage),
    quiet_hours_start: timeSetting(rows.quiet_hours_start),
    quiet_hours_end: timeSetting(rows.quiet_hours_end),
    timezone: text(LIMITS.timezoneMaxChars, ZONE_RULE, ZONE_RULE).refine(isTimeZone, ZONE_RULE).nullable(),
    typing: switchSetting(),
    mark_read_before_reply: switchSetting(),
    new_chats_paused: switchSetting(),
    broadcast_interval_seconds: limited(rows.broadcast_interval_seconds),
    broadcast_per_day: stageSetting("broadcast_per_day", stage),
    hold_first_messages_hours: limited(rows.hold_first_messages_hours),
  } satisfies Record<ProtectionSettingKey, z.ZodType>);
}

/** The customer's own protection settings. Null means that the recommended value applies. Spec: Instance. */
export const ProtectionSettings = protectionSettingsAt(LAST_STAGE).meta({ id: "ProtectionSettings" });
export type ProtectionSettings = z.infer<typeof ProtectionSettings>;

/**
 * Creates the schema of `protection_settings` for PATCH /v1/instances/{id}. Only the fields in the request change, and
 * null restores the recommended value. A stage's limits depend on the instance, so they are checked later. The API
 * document shows the limits of the last stage.
 */
export const protectionSettingsPatch = (stage: number = LAST_STAGE) => protectionSettingsAt(stage).partial();
export type ProtectionSettingsPatch = z.infer<ReturnType<typeof protectionSettingsPatch>>;

/** The levels of the safety score, best first. */
export const SAFETY_LEVELS = ["good", "watch", "risk", "critical"] as const;
export type SafetyLevel = (typeof SAFETY_LEVELS)[number];
