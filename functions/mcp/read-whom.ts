import { DAY_MS, HOUR_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { classify } from "../../core/domain/messages/message-class.ts";
import { ApiError } from "../../core/errors.ts";
import { findChat } from "../../core/operations/chats/find-chat.ts";
import { readHistory } from "../../core/operations/chats/read-history.ts";
import type { StoredChat } from "../../core/records/chats/stored-chat.ts";
import type { ToolContext } from "./tool.ts";

/** The recipients of a send. */
export interface Whom {
  /** A person who has never messaged the number. */
  isFirst: boolean;
  /** The person, or someone in the group, wrote in the 24 hours before the send. No one writes to us in a channel. */
  wroteLately: boolean;
}

/** The chat ids of groups and channels. A person can also be given by a chat id. */
const OF_MANY = /@(g\.us|newsletter)$/;

/** Number of a group's messages that are examined; a group in which we wrote more often since then counts as quiet. */
const LOOKED_AT = 50;

/**
 * Finds the recipient of a send, and whether they wrote in the 24 hours before it; for a message scheduled next week
 * they have not.
 * @param sendAt as given; an invalid time is rejected later. @throws ApiError `key_not_allowed`, `instance_not_found`.
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
 * The time of a send, between now and the latest time that can be scheduled, because no id can be created for times
 * beyond every year.
 */
function goesAt(sendAt: unknown, now: Date): Date {
  const asked = typeof sendAt === "string" ? Date.parse(sendAt) : Number.NaN;
  if (Number.isNaN(asked)) return now;
  const last = now.getTime() + LIMITS.scheduleDaysAhead * DAY_MS;
  return new Date(Math.min(Math.max(now.getTime(), asked), last));
}

/** A group's record does not contain when someone last wrote, so this reads its newest messages. */
async function hasSpoken({ deps, caller, now }: ToolContext, group: StoredChat, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - LIMITS.replyWindowHours * HOUR_MS);
  const page = await readHistory(deps, caller.account_id, group, { limit: LOOKED_AT, offset: 0, since }, now);
  // Late arrivals are listed by arrival time.
  const isLate = (at: string) => Date.parse(at) <= since.getTime();
  return page.messages.some(
    ({ direction, written_at, created_at }) => direction === "in" && !isLate(written_at ?? created_at),
  );
}
