import { afterOurs } from "../../domain/chats/after-ours.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { overtakenBy } from "../../records/broadcasts/last-broadcast.ts";
import { type ChatAsRead, lastInMs, personOfChat, readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { PersonRecord } from "../../records/person.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";

/** More than this many writers of one chat never race; the message matters more than the chat's view of it. */
const TRIES = 20;

/**
 * Updates a chat after one of our messages was sent: it becomes the last one, and an answer marks everything as read
 * and ends the wait. Call it before the message's own record is updated, because a crash in between repeats both, and
 * the second time changes nothing.
 * @param at when it was sent, by any clock. Spec: chats. docs/decisions/0073.
 */
export async function noteSent(
  { table, clock, log }: Pick<LaneDeps, "table" | "clock" | "log">,
  message: MessageRecord,
  at: Date,
): Promise<void> {
  const { id, instance_id, origin } = message;
  const ms = writtenMs(at, clock.now());
  const atEnd = () =>
    log.warn({ instance_id, message_id: id }, "a chat was not told of a message: its record changes all the time");
  return retryOnChange({ tries: TRIES, atEnd }, async ({ commit }) => {
    const chat = await readChatOf(table, instance_id, message);
    if (!chat) return;
    const change = afterOurs(chat.record ?? {}, { id, ms, origin }, lastInMs(chat));
    if (!isChange(change)) return;
    const update = chatUpdate(chat, change);
    const overtaken = overtakenBy(origin, personOfChat(chat)?.brd);
    const set = { ...update.set, ...identity(chat, message), ...overtaken?.set };
    await commit(table.write({ ...update, set, if: [...update.if, ...(overtaken?.if ?? [])] }));
  });
}

/** An unknown person's chat keeps the id under which it started. */
function identity(chat: ChatAsRead, { chat_id, phone }: MessageRecord): Partial<PersonRecord> {
  if (chat.type !== "person" || chat.record?.chat_id !== undefined || chat_id === null) return {};
  return { chat_id, ...(phone !== null && { phone }) };
}
