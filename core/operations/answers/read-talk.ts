import type { PromptMessage } from "../../domain/answers/agent-prompt.ts";
import { wordsOfDetails } from "../../domain/messages/words-of-details.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { chatEntry, type MessageRecord, messageRecords } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import type { Turn } from "./read-turn.ts";

/** How many of the person's newest messages to read for a turn. A prompt includes fewer. */
const LOOK_BACK = 24;

/**
 * Reads the conversation leading up to a turn: only messages between this instance and this person, oldest first,
 * ending with the turn's own messages. Skips messages that were deleted, that predate the last time the chat was
 * deleted, or that won't be sent.
 */
export async function readTalk({ table }: Pick<LaneDeps, "table">, turn: Turn): Promise<MessageRecord[]> {
  const [newest] = turn.messages.slice(-1);
  const partition = newest && chatEntry(newest)?.gsi3pk;
  if (!newest || partition === undefined) return turn.messages;
  const range = { pk: partition, index: "by_phone", descending: true, limit: LOOK_BACK } as const;
  const { items } = await table.query(range);
  const own = new Set(turn.messages.map(({ id }) => id));
  const places = items.map(({ sk }) => keys.message(newest.account_id, sk)).filter(({ sk }) => !own.has(sk));
  const earlier = (await table.getMany(places)).map(messageRecords.of);
  const { instance, found } = turn;
  const cleared = found.known?.cleared_ms ?? 0;
  return [...earlier.filter(isOfChat).sort((a, b) => (a.id < b.id ? -1 : 1)), ...turn.messages];

  function isOfChat(message: MessageRecord): boolean {
    // Messages are listed by phone number for the whole account, so the list may include messages that other instances
    // exchanged with the same person.
    if (message.instance_id !== instance.id || message.person !== found.person) return false;
    const isGone = message.deleted_at !== null || Date.parse(message.created_at) <= cleared;
    return !isGone && message.status !== "failed" && message.status !== "scheduled" && kindOf(message).isTalk;
  }
}

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
