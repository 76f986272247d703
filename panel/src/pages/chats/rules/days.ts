import type { Message } from "../../../../../core/contracts/message.ts";

/** One day's messages, oldest first. */
export interface Day {
  /** `2026-11-20`, in the requested zone. */
  day: string;
  messages: Message[];
}

/** When a message was written on the phone, or else when it reached the service. */
export const writtenAt = ({ written_at, created_at }: Pick<Message, "written_at" | "created_at">): string =>
  written_at ?? created_at;

/** Groups messages by day in a time zone. @param messages oldest first. */
export function byDay(messages: readonly Message[], zone: string): Day[] {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const days: Day[] = [];
  for (const message of messages) {
    const day = format.format(new Date(writtenAt(message)));
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}

/** Whether a message continues the previous one from the same side and so needs no name. */
export function goesOn(before: Message | undefined, message: Message): boolean {
  if (!before || before.direction !== message.direction || before.participant !== message.participant) return false;
  if (before.origin !== message.origin) return false;
  return new Date(writtenAt(message)).getTime() - new Date(writtenAt(before)).getTime() < 5 * 60_000;
}
