import { FOR_EVER } from "../../contracts/chats/change-chat.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { MUTED_FOR_EVER } from "./chat-fields.ts";

/** A change to a chat that also applies on the phone. Omitted fields stay unchanged. */
export interface PhoneChatChange {
  archived?: boolean;
  pinned?: boolean;
  /** When the mute ends, in epoch ms, or MUTED_FOR_EVER. Null unmutes the chat. */
  muted_until_ms?: number | null;
  unread?: boolean;
}

/** The fields of a request that also apply on the phone. */
interface AskedChange {
  archived?: boolean | undefined;
  pinned?: boolean | undefined;
  muted_until?: string | null | undefined;
  unread?: boolean | undefined;
}

/** Checks the chat changes in a request. @returns the change, or lists of error messages by field. */
export function checkChatChange(
  { archived, pinned, muted_until, unread }: AskedChange,
  now: Date,
): { change: PhoneChatChange } | { errors: Record<string, string[]> } {
  if (archived && pinned)
    return { errors: { pinned: ["A chat can't be both archived and pinned. Set only one of the two."] } };
  const end = muted_until === undefined ? undefined : endOfMute(muted_until, now);
  if (typeof end === "string") return { errors: { muted_until: [end] } };
  return {
    change: {
      ...(archived !== undefined && { archived }),
      ...(pinned !== undefined && { pinned }),
      ...(end !== undefined && { muted_until_ms: end }),
      ...(unread !== undefined && { unread }),
    },
  };
}

/** Checks the end of a snooze. @returns the time in epoch ms, or an error message. */
export function checkSnooze(until: string | null, closed: boolean | undefined, now: Date): number | null | string {
  if (until === null) return null;
  if (closed === true) return "A chat can't be both closed and snoozed. Set only one of the two.";
  const end = Date.parse(until);
  if (end <= now.getTime()) return "This time is in the past. To end the snooze, use null.";
  return end > now.getTime() + LIMITS.muteDaysAhead * DAY_MS ? "Use a time at most a year ahead." : end;
}

/** Checks the end of a mute. @returns an error message if the end is invalid. */
function endOfMute(given: string | null, now: Date): number | null | string {
  if (given === null) return null;
  if (given === FOR_EVER) return MUTED_FOR_EVER;
  const end = Date.parse(given);
  if (end <= now.getTime()) return "This time is in the past. To unmute the chat, use null.";
  const isFar = end > now.getTime() + LIMITS.muteDaysAhead * DAY_MS;
  return isFar ? `Use a time at most a year ahead, or "${FOR_EVER}".` : end;
}
