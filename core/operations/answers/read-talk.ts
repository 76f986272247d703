import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { PromptMessage } from "../../domain/answers/agent-prompt.ts";
import { wordsOfDetails } from "../../domain/messages/words-of-details.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type HistoryPage, readHistory } from "../../records/chats/chat-history.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Turn } from "./read-turn.ts";

/** How many messages before a turn to look for. A prompt includes fewer. */
const LOOK_BACK = 24;
/** The maximum number of pages to read, in case most messages aren't part of the conversation. */
const PAGES = 5;

/**
 * Reads the conversation leading up to a turn: only messages between this instance and this person, oldest first,
 * ending with the turn's own messages. Skips messages that were deleted, that predate the last time the chat was
 * deleted, that won't be sent, or that are too old for a prompt. Reads page by page, because skipped messages must not
 * take the place of the conversation.
 */
export async function readTalk(
  { table, clock }: Pick<LaneDeps, "table" | "clock">,
  { instance, found, messages: own }: Pick<Turn, "instance" | "found" | "messages">,
): Promise<MessageRecord[]> {
  const { person: key, known: record } = found;
  if (record === null) return own;
  const chat: StoredChat = { instance_id: instance.id, type: "person", key, record };
  const now = clock.now();
  const since = new Date(now.getTime() - AGENT_LIMITS.windowMs);
  const ownIds = new Set(own.map(({ id }) => id));
  const earlier: MessageRecord[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < PAGES && earlier.length < LOOK_BACK; pages++) {
    const start = { limit: LOOK_BACK, offset: 0, after, since };
    const { messages, next }: HistoryPage = await readHistory({ table }, instance.account_id, chat, start, now);
    earlier.push(...messages.filter((message) => !ownIds.has(message.id) && isTalk(message)));
    after = next;
    if (next === null) break;
  }
  return [...earlier.slice(0, LOOK_BACK).reverse(), ...own];
}

const isTalk = (message: MessageRecord): boolean =>
  message.deleted_at === null &&
  message.status !== "failed" &&
  message.status !== "scheduled" &&
  kindOf(message).isTalk;

/** Converts a message to prompt form, without its file. */
export function promptMessage(message: MessageRecord): PromptMessage {
  const { direction, origin, type, body, file, created_at } = message;
  const isAutomatic = origin === "ai" || origin === "auto";
  const beside = wordsOfDetails(message, { isStranger: true });
  return {
    from: direction === "in" ? "person" : isAutomatic ? "automation" : "colleague",
    type: type === "audio" && file?.voice ? "voice" : type,
    text: body,
    ...(beside.length > 0 && { beside }),
    at: new Date(created_at),
  };
}
