import { LIMITS } from "../../contracts/limits.ts";
import {
  isTimeZone,
  LAST_STAGE,
  PROTECTION_SETTINGS,
  protectionSettingsAt,
  SAFETY_LEVELS,
} from "../../contracts/protection.ts";
import { memo } from "../memo.ts";
import { newSendingState } from "./pacing.ts";
import type { SendingState } from "./sending-state.ts";

const isTime = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));
const isDay = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRecordOf = (check: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every(check);
const isUntil = (value: unknown) => isRecord(value) && (value.until === null || isTime(value.until));
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value);
const isQuota = (value: unknown) =>
  isRecord(value) && Number.isFinite(value.total) && Number.isFinite(value.used) && orNull(isTime)(value.resets_at);

/** Results are cached, because querying the runtime on every check is slow. */
const isKnownZone = memo(1_000, isTimeZone);

const isZone = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LIMITS.timezoneMaxChars && isKnownZone(value);

/** The schemas of all settings. Made for the first number that has settings of its own; most have none. */
const settingSchemas = memo(1, (stage: number) => protectionSettingsAt(stage).shape);

/** Returns a stored object's valid settings. An invalid setting is treated as not set. */
function soundSettings(value: unknown): SendingState["settings"] {
  if (!isRecord(value)) return {};
  const isSound = ([name, setting]: [string, unknown]) => {
    if (name === "timezone" && typeof setting === "string") return isZone(setting); // the general check is slow
    return (
      name in PROTECTION_SETTINGS &&
      settingSchemas(LAST_STAGE)[name as keyof typeof PROTECTION_SETTINGS].safeParse(setting).success // it is in it
    );
  };
  return Object.fromEntries(Object.entries(value).filter(isSound));
}
const areSettings = (value: unknown) =>
  isRecord(value) && Object.keys(soundSettings(value)).length === Object.keys(value).length;

/** The validity check for each field of the state. */
const SOUND = {
  day: isDay,
  hour: isTime,
  people_used: isCount,
  others_today: isCount,
  broadcast_today: isCount,
  sends_hour: isCount,
  firsts_hour: isCount,
  texts: isRecordOf(isCount),
  next_at: isRecordOf(isTime),
  connected_at: (value) => value === undefined || isTime(value),
  stage: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= LAST_STAGE,
  level: (value) => SAFETY_LEVELS.some((level) => level === value),
  settings: areSettings,
  timezone: isZone,
  lock: orNull(isUntil),
  restricted: orNull(isUntil),
  quota: orNull(isQuota),
} satisfies Record<keyof SendingState, (value: unknown) => boolean>;

/** The names of the state's fields. */
export const STATE_FIELDS: ReadonlySet<string> = new Set(Object.keys(SOUND));

/** Replaces an unreadable count, so that its day or hour is treated as used up. */
const USED_UP = 1_000_000;
const COUNTS: ReadonlySet<string> = new Set([
  "people_used",
  "others_today",
  "broadcast_today",
  "sends_hour",
  "firsts_hour",
]);

/**
 * Replaces every invalid field of a state. A count is replaced by a value that allows nothing until its day or hour
 * ends; any other field is treated as if it had never been written. An invalid field therefore stops the number for at
 * most a day, never permanently.
 * @returns the same object if all fields are valid.
 */
export function soundState(state: Partial<SendingState>, timezone: string, now: Date): SendingState {
  const names = Object.keys(SOUND) as (keyof SendingState)[]; // Object.keys loses the key type
  const broken = names.filter((name) => !SOUND[name](state[name]));
  if (broken.length === 0) return state as SendingState; // every field is valid
  const zone = [state.timezone, timezone].find(isZone) ?? "UTC";
  const fresh: Record<string, unknown> = { ...newSendingState(zone, now), settings: soundSettings(state.settings) };
  const isNew = state.day === undefined;
  const mend = (name: keyof SendingState) => (COUNTS.has(name) && !isNew ? USED_UP : fresh[name]);
  const mended = Object.fromEntries(broken.map((name) => [name, mend(name)]));
  const { connected_at: _gone, ...rest } = state;
  return { ...(broken.includes("connected_at") ? rest : state), ...mended } as SendingState; // each field is valid now
}
