import { afterOurs } from "../../domain/chats/after-ours.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import { waitEnded } from "../../domain/chats/waits.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { overtakenBy } from "../../records/broadcasts/last-broadcast.ts";
import { type ChatAsRead, lastInMs, personOfChat, readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { PersonRecord } from "../../records/person.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";

/**
 * How many times to try changing a chat that others keep changing; in practice, fewer are needed. If all attempts fail,
 * the chat is left as it is, because the message itself matters more.
 */
const TRIES = 20;

/**
 * Updates a chat after a message was sent from this number: the message becomes the chat's last one and, if it is an
 * answer, marks everything as read and ends the person's wait. Must be called before the message's own record is
 * updated. After a crash in between, both updates are repeated, which does not change the chat again.
 * @param at when the message was sent, by any clock. Spec: chats. docs/decisions/0073.
 * @returns how long the person had waited, in ms, if the message ended a wait; otherwise null.
 */
export async function noteSent(
  { table, clock, log }: Pick<LaneDeps, "table" | "clock" | "log">,
  message: MessageRecord,
  at: Date,
): Promise<number | null> {
  const { id, instance_id, origin } = message;
  const ms = writtenMs(at, clock.now());
  const atEnd = () => {
    log.warn({ instance_id, message_id: id }, "a chat was not told of a message: its record changes all the time");
    return null;
  };
  return retryOnChange<number | null>({ tries: TRIES, atEnd }, async ({ commit }) => {
    const chat = await readChatOf(table, instance_id, message);
    if (!chat) return null;
    const change = afterOurs(chat.record ?? {}, { id, ms, origin }, lastInMs(chat));
    if (!isChange(change)) return null;
    const update = chatUpdate(chat, change);
    const overtaken = overtakenBy(origin, personOfChat(chat)?.brd);
    const set = { ...update.set, ...identity(chat, message), ...overtaken?.set };
    await commit(table.write({ ...update, set, if: [...update.if, ...(overtaken?.if ?? [])] }));
    return waitEnded(chat.record, change, new Date(ms));
  });
}

/** An unknown person's chat keeps the id it started with. */
function identity(chat: ChatAsRead, { chat_id, phone }: MessageRecord): Partial<PersonRecord> {
  if (chat.type !== "person" || chat.record?.chat_id !== undefined || chat_id === null) return {};
  return { chat_id, ...(phone !== null && { phone }) };
}
