import { indexEntries } from "../../../core/records/chats/index-entries.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { type PersonRecord, personRecords } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { MemoryTable } from "../memory-table.ts";

/** Returns every mismatch between a person's chat and its messages at the end of a schedule, one sentence each. */
export function checkChat(table: MemoryTable, instance: string, person: string, messages: MessageRecord[]): string[] {
  const item = table.peek(keys.person(instance, person));
  const chat: PersonRecord = item ? personRecords.of(item) : {};
  const theirs = messages.filter((message) => message.person === person);
  const received = theirs.filter(({ direction }) => direction === "in");
  const gone = theirs.filter(({ status }) => status === "sent" || status === "delivered");
  const wrong: string[] = [];
  const numbers = received.map(({ nth = 0 }) => nth).toSorted((a, b) => a - b);
  if (numbers.some((nth, at) => nth !== at + 1) || (chat.received ?? 0) !== received.length) {
    wrong.push(`${person} wrote ${received.length} messages, numbered ${numbers}; their chat counts ${chat.received}`);
  }
  if ((chat.read_to ?? 0) > (chat.received ?? 0)) wrong.push(`the chat with ${person} is read beyond its end`);
  // A message is placed at the time it was relayed, which may be before it was started again.
  const leftMs = ({ started_ms = 0, sent_at }: MessageRecord) => Math.min(started_ms, Date.parse(sent_at ?? ""));
  const untold = gone.filter((message) => leftMs(message) > (chat.last_ms ?? 0));
  if (untold.length > 0) wrong.push(`the chat with ${person} was not told of ${untold.map(({ id }) => id)}`);
  if (chat.last_id !== undefined && !theirs.some(({ id }) => id === chat.last_id)) {
    wrong.push(`the last message of the chat with ${person} is none of theirs`);
  }
  const wroteLast = received.some(({ created_at }) => gone.every(({ sent_at }) => created_at > (sent_at ?? "")));
  if (wroteLast && chat.waiting_since_ms === undefined) wrong.push(`${person} wrote last, and does not wait`);
  const entries = indexEntries(instance, person, chat);
  const isListed = Object.entries(entries.set).every(([field, value]) => item?.[field] === value);
  if (!isListed || entries.remove.some((field) => item?.[field] !== undefined)) {
    wrong.push(`the chat with ${person} does not stand in the lists as it is`);
  }
  return wrong;
}
