import { DAY_MS, HOUR_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { classify } from "../../core/domain/messages/message-class.ts";
import { ApiError } from "../../core/errors.ts";
import { findChat } from "../../core/operations/chats/find-chat.ts";
import { readHistory } from "../../core/records/chats/chat-history.ts";
import type { StoredChat } from "../../core/records/chats/stored-chat.ts";
import type { ToolContext } from "./tool.ts";

/** The facts about a message's recipient that determine which limits apply. */
export interface Whom {
  /** Whether the recipient is a person who has never messaged the number. */
  isFirst: boolean;
  /**
   * Whether the person, or someone in the group, wrote in the 24 hours before the send. Always false for channels,
   * because nobody can message the instance there.
   */
  wroteLately: boolean;
}

/** Matches the chat IDs of groups and channels, but not those of people, who can be addressed by chat ID too. */
const OF_MANY = /@(g\.us|newsletter)$/;

/**
 * How many of a group's recent messages to examine. If they were all sent by the instance itself, the group counts as
 * quiet.
 */
const LOOKED_AT = 50;

/**
 * Determines who will receive a message and whether they wrote in the 24 hours before the send. For example, the answer
 * is always no for a message scheduled for next week.
 * @param sendAt the requested time, which may be invalid and is then rejected later. @throws ApiError
 * `key_not_allowed`, `instance_not_found`.
 */
export async function readWhom(context: ToolContext, instance: string, to: string, sendAt: unknown): Promise<Whom> {
  const { deps, caller, now } = context;
  const at = goesAt(sendAt, now);
  try {
    const { chat } = await findChat(deps, caller, instance, to);
    if (chat.type !== "person")
      return { isFirst: false, wroteLately: chat.type === "group" && (await hasSpoken(context, chat, at)) };
    const messageClass = classify(chat.record.last_in_at, at);
    return { isFirst: messageClass === "first", wroteLately: messageClass === "reply" };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "chat_not_found") throw error;
    return { isFirst: !OF_MANY.test(to), wroteLately: false };
  }
}

/**
 * Returns the time at which a message will be sent, limited to the range from now to the latest time that can be
 * scheduled. IDs can't be created for years outside the supported range.
 */
function goesAt(sendAt: unknown, now: Date): Date {
  const asked = typeof sendAt === "string" ? Date.parse(sendAt) : Number.NaN;
  if (Number.isNaN(asked)) return now;
  const last = now.getTime() + LIMITS.scheduleDaysAhead * DAY_MS;
  return new Date(Math.min(Math.max(now.getTime(), asked), last));
}

/**
 * Whether someone in a group sent a message recently. A group's record doesn't contain the time of the last message
 * from others, so the group's newest messages are read.
 */
async function hasSpoken({ deps, caller, now }: ToolContext, group: StoredChat, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - LIMITS.replyWindowHours * HOUR_MS);
  const page = await readHistory(deps, caller.account_id, group, { limit: LOOKED_AT, offset: 0, since }, now);
  // Messages that arrived late are listed by arrival time, so check their actual time as well.
  const isLate = (at: string) => Date.parse(at) <= since.getTime();
  return page.messages.some(
    ({ direction, written_at, created_at }) => direction === "in" && !isLate(written_at ?? created_at),
  );
}
