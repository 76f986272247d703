import type { Assignee, Chat } from "../../../../../core/contracts/chats/chat.ts";
import { fieldTime, momentOf } from "../../../ui/field-time.ts";

/** The fields of a colleague needed to display names. */
interface Colleague {
  id: string;
  name: string | null;
  email: string;
}

/** Returns a colleague's name as used in the team. @returns null for a colleague who has left the team. */
export function colleagueName(id: string, colleagues: readonly Colleague[], known: string | null = null) {
  const found = colleagues.find((one) => one.id === id);
  return known ?? found?.name ?? found?.email ?? null;
}

/**
 * Whether the chat goes to the next member who answers, because it is unassigned, or assigned to someone who is no
 * longer allowed to answer.
 */
export const isFree = (assignee: Pick<Assignee, "id"> | null, colleagues: readonly { id: string }[]): boolean =>
  assignee === null || !colleagues.some(({ id }) => id === assignee.id);

/**
 * Returns the colleagues who are typing in a chat, latest first. Leaves out those who started before the team's latest
 * answer, which is probably what they were typing.
 */
export function whoAnswers(
  answering: readonly { user_id: string; at: string }[],
  chat: Pick<Chat, "last_message"> | null,
): string[] {
  const last = chat?.last_message;
  const answeredMs = last?.direction === "out" ? Date.parse(last.created_at) : Number.NEGATIVE_INFINITY;
  return answering.filter(({ at }) => Date.parse(at) > answeredMs).map(({ user_id }) => user_id);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MORNING = "T09:00";
const MONDAY = 1;

/** The times offered for snoozing a chat. */
export const SNOOZES = ["hour", "hours", "tomorrow", "monday"] as const;
export type Snooze = (typeof SNOOZES)[number];

/** Returns the time for each choice in the user's time zone. Morning means nine o'clock. */
export function snoozeTimes(now: Date, zone: string): Record<Snooze, string> {
  const ms = now.getTime();
  const today = Date.parse(`${fieldTime(now.toISOString(), zone).slice(0, 10)}T00:00Z`);
  const morning = (days: number) => {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    return momentOf(`${day}${MORNING}`, zone) ?? new Date(ms + days * DAY_MS).toISOString();
  };
  const untilMonday = (MONDAY - new Date(today).getUTCDay() + 7) % 7 || 7;
  return {
    hour: new Date(ms + HOUR_MS).toISOString(),
    hours: new Date(ms + 3 * HOUR_MS).toISOString(),
    tomorrow: morning(1),
    monday: morning(untilMonday),
  };
}

/** The maximum number of days a chat can be snoozed, slightly less than the API's limit of one year. */
const MOST_DAYS = 365;

/** Whether a chat can be snoozed until a specific time. @param until an ISO 8601 time. */
export function isSnoozeTime(until: string | null, now: number): boolean {
  const ms = until === null ? Number.NaN : Date.parse(until);
  return ms > now && ms < now + MOST_DAYS * DAY_MS;
}
