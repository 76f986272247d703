import type { ChatFields } from "../../core/domain/chats/chat-fields.ts";
import { listEntry, waitingEntry } from "../../core/records/chats/chat-fields.ts";
import { chatItem, chatPlace } from "../../core/records/chats/stored-chat.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../core/records/message.ts";
import type { PersonRecord } from "../../core/records/person.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item, Table } from "../../core/store/table.ts";

/**
 * Returns a chat's item with its list entries, as stored after messages and after changes on the phone. @param key a
 * phone number or a chat's id.
 */
export function chatOf(instance: string, key: string, fields: PersonRecord & ChatFields): Item {
  const place = chatPlace(key);
  if (!place) throw new Error(`${key} can be no chat.`);
  const { last_ms, last_id, waiting_since_ms, hidden_ms, merged_into } = fields;
  const isListed = last_ms !== undefined && hidden_ms === undefined && merged_into === undefined;
  return {
    ...chatItem(instance, place),
    ...(isListed && listEntry(instance, last_ms, last_id ?? key, fields)),

    ...(isListed && waiting_since_ms !== undefined && waitingEntry(instance, waiting_since_ms, key)),
    ...fields,
  };
}

/** Adds labels to a chat and stores the labels' rows. */
export async function putLabelled(table: Table, instance: string, key: string, labels: number[]): Promise<void> {
  const place = chatPlace(key);
  if (!place) throw new Error(`${key} can be no chat.`);
  await table.write({ update: chatItem(instance, place), set: { labels } });
  for (const label of labels) await table.write({ put: { ...keys.labelled(instance, label, key) } });
}

/** Returns a text received from a person, as it is stored. */
export function storedMessage(
  own: { account_id: string; instance_id: string },
  id: string,
  at: Date,
  change: Partial<MessageRecord> = {},
): Item {
  return messageItem({
    ...emptyMessage(),
    ...own,
    ...{ id, direction: "in", status: "received", type: "text", origin: "contact", body: "Hi" },
    ...{ created_at: at.toISOString(), ttl: keptUntil(at) },
    ...change,
  });
}
