import { afterOurs } from "../../domain/chats/after-ours.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import { waitEnded } from "../../domain/chats/waits.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { overtakenBy } from "../../records/broadcasts/last-broadcast.ts";
import { cameAfter, cameLately, type Relayed, writtenAfter } from "../../records/chats/came-lately.ts";
import { type ChatAsRead, personOfChat, readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import type { PersonRecord } from "../../records/person.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";

/**
 * The maximum number of attempts to change a contended chat. In practice, fewer are needed. If all attempts fail, the
 * chat is left unchanged, because the message itself matters more.
 */
const TRIES = 20;

/**
 * How far before its acknowledgement a message may be placed in the list of chats. Open pages only request chats with
 * messages after a given time, so they would miss a message whose acknowledgement took longer than this. We chose this
 * value ourselves; it must be smaller than the overlap of those requests (functions/panel-api/chats/since.ts).
 */
const PLACED_BACK_MS = 5_000;

/** The owner that records a message as sent, and when the message was relayed. */
interface SentMessage extends Pick<Owner, "instance_id" | "fence"> {
  /** When this process first relayed the message. Absent if it didn't. */
  relayed?: Relayed;
}

/**
 * Updates a chat after a message was sent from this number. The message becomes the chat's last message. If it is an
 * answer, it also marks everything as read and ends the person's wait, except for messages received after it was
 * relayed. Must be called before the message's own record is updated. After a crash between the two, both updates are
 * repeated, and the chat doesn't change again.
 * @param at when the message was sent, according to any clock. Spec: chats. docs/decisions/0073, 0246.
 * @returns how long the person had been waiting, in ms, if the message ended a wait; otherwise null.
 */
export async function noteSent(
  { table, clock, log }: Pick<LaneDeps, "table" | "clock" | "log">,
  sent: SentMessage,
  message: MessageRecord,
  at: Date,
): Promise<number | null> {
  const { id, instance_id, origin } = message;
  const now = clock.now();
  const toldMs = writtenMs(at, now);
  const ownMs = Math.min(now.getTime(), leftMs(sent, message) ?? toldMs);
  const atEnd = () => {
    log.warn(
      { instance_id, message_id: id },
      "a chat was not updated for a message, because its record keeps changing",
    );
    return null;
  };
  return retryOnChange<number | null>({ tries: TRIES, atEnd }, async ({ commit }) => {
    const chat = await readChatOf(table, instance_id, message);
    if (!chat) return null;
    const came = cameLately(table, sent, chat);
    // Places in the chat come from the network's clock, as may the time of a receipt.
    const left_ms = came ? ownMs : Math.min(ownMs, toldMs);
    const { relayed } = sent;
    const later = came ? cameAfter(chat, came, { left_ms, relayed }) : writtenAfter(chat, { id, left_ms });
    const ms = Math.max(left_ms, toldMs - PLACED_BACK_MS);
    const change = afterOurs(chat.record ?? {}, { id, ms, left_ms, origin }, later);
    if (!isChange(change)) return null;
    const update = chatUpdate(chat, change);
    const overtaken = overtakenBy({ origin, ms: ownMs }, personOfChat(chat)?.brd);
    const set = { ...update.set, ...identity(chat, message), ...overtaken?.set };
    await commit(table.write({ ...update, set, if: [...update.if, ...(overtaken?.if ?? [])] }));
    return waitEnded(chat.record, change, new Date(left_ms));
  });
}

/**
 * Returns the time at which a message was relayed, in epoch ms. If the process that first relayed it is gone, this is
 * the time at which the message was started, since it was relayed some time after that. Undefined for messages started
 * by an earlier version.
 */
const leftMs = ({ relayed }: SentMessage, { started_ms }: MessageRecord): number | undefined =>
  relayed?.at.getTime() ?? started_ms;

/** The chat of an unknown person keeps its original id. */
function identity(chat: ChatAsRead, { chat_id, phone }: MessageRecord): Partial<PersonRecord> {
  if (chat.type !== "person" || chat.record?.chat_id !== undefined || chat_id === null) return {};
  return { chat_id, ...(phone !== null && { phone }) };
}
