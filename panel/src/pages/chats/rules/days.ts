import type { Message } from "../../../../../core/contracts/message.ts";

/** One day's messages and any other entries shown in the chat, oldest first. */
export interface Day<T> {
  /** The day in the requested time zone, such as `2026-11-20`. */
  day: string;
  entries: T[];
}

/** Returns when a message was written on the phone or, if unknown, when it reached the service. */
export const writtenAt = ({ written_at, created_at }: Pick<Message, "written_at" | "created_at">): string =>
  written_at ?? created_at;

/**
 * Groups a chat's entries by day in a time zone. @param given oldest first. @param at returns when an entry was
 * written.
 */
export function byDay<T>(given: readonly T[], zone: string, at: (entry: T) => string): Day<T>[] {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const days: Day<T>[] = [];
  for (const entry of given) {
    const day = format.format(new Date(at(entry)));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Whether a message continues the previous one from the same sender, so no name is shown. */
export function goesOn(before: Message | undefined, message: Message): boolean {
  if (!before || before.direction !== message.direction || before.participant !== message.participant) return false;
  if (before.origin !== message.origin || before.user_id !== message.user_id) return false;
  return new Date(writtenAt(message)).getTime() - new Date(writtenAt(before)).getTime() < 5 * 60_000;
}
