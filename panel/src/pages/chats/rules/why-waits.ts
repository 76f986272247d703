import type { Instance } from "../../../../../core/contracts/instance.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import type { Areas } from "../../../words/areas.ts";

/** Why a message has not been sent yet, as the key of a panel text. `at` is null if the time is unknown. */
export interface Wait {
  key: keyof Areas["chats"];
  /** The time until which the message waits, in ISO 8601. */
  at: string | null;
  /**
   * The number's time zone, if the message is waiting for the number's night to end, or null for the user's time zone.
   */
  zone: string | null;
}

type Number = Pick<Instance, "status" | "protection">;

/**
 * Returns why and until when a message is waiting. @returns null if the message isn't waiting or is about to be sent.
 */
export function whyWaits(message: Message, instance: Number | null): Wait | null {
  const { status, waiting_reason: reason, expected_at: at, send_at } = message;
  if (status === "scheduled") return { key: "wait_scheduled", at: send_at ?? at, zone: null };
  if (status !== "queued" || reason === null) return null;
  const zone = reason === "quiet_hours" ? (instance?.protection.quiet_hours.timezone ?? null) : null;
  return { key: at === null ? `wait_${reason}` : `wait_${reason}_at`, at, zone } as Wait; // words has both of each reason
}

/** A notice that a first message to a person is subject to more limits than other messages and may be delayed. */
export interface FirstNotice {
  key: keyof Areas["chats"];
  at: string | null;
  /** The hour at which the night ends in the number's time zone, such as `08:00`. */
  hour: string | null;
  zone: string | null;
}

/**
 * Returns the notice to show before a user writes to someone who has never written to the number.
 * @returns null if the person has written before, and for groups and channels.
 */
export function firstNotice(
  chat: { type: "person" | "group" | "channel"; last_in_at: string | null },
  instance: Number | null,
): FirstNotice | null {
  if (chat.type !== "person" || chat.last_in_at !== null) return null;
  const protection = instance?.protection;
  if (!protection) return { key: "first", at: null, hour: null, zone: null };
  const { quiet_hours: night, quiet_now, new_chats_paused, new_chats_paused_until: until } = protection;
  if (new_chats_paused) return { key: until ? "first_paused_at" : "first_paused", at: until, hour: null, zone: null };
  if (quiet_now) return { key: "first_night", at: null, hour: night.end, zone: night.timezone };
  if (protection.new_contacts_left_today <= 0)
    return { key: "first_cap", at: protection.resets_at, hour: null, zone: null };
  return { key: "first_day", at: null, hour: night.end, zone: night.timezone };
}
