import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Item, Key, SomeWrites, Write } from "../../store/table.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A chat's labels as stored in its record, and how many times they have changed. */
export type ChatLabels = Pick<ChatFields, "labels" | "labels_rev">;

/**
 * Returns the key of a chat's record. The chat is identified by its own key: a phone number, a private id, or a group
 * or channel id.
 */
export function chatRecordKey(instance: InstanceId, chat: string): Key {
  const kind = chatKind(chat);
  if (kind === "group") return keys.group(instance, chat);
  return kind === "channel" ? keys.channel(instance, chat) : keys.person(instance, chat);
}

/** Returns the condition that a chat's labels haven't changed since they were read. */
export const labelsAsRead = ({ labels_rev }: ChatLabels): Condition => [
  labels_rev === undefined
    ? { field: "labels_rev", is: "missing" }
    : { field: "labels_rev", op: "=", value: labels_rev },
];

/**
 * Builds the writes that add a label's row for a chat and increment the label's count. They are refused if the label
 * was deleted.
 */
export const rowAdded = (instance: InstanceId, label: number, chat: string): Write[] => [
  { put: { ...keys.labelled(instance, label, chat) } },
  {
    update: keys.label(instance, label),
    add: { count: 1 },
    if: [{ item: "exists" }, { field: "deleted_ms", is: "missing" }],
  },
];

/**
 * Builds the writes that remove a label's row for a chat and decrement the label's count. Also works for a deleted
 * label.
 */
export const rowRemoved = (instance: InstanceId, label: number, chat: string): Write[] => [
  { delete: keys.labelled(instance, label, chat) },
  { update: keys.label(instance, label), add: { count: -1 }, if: [{ item: "exists" }] },
];

/**
 * Changes a chat's labels in a single transaction: its record, the labels' rows and their counts. The transaction is
 * refused if the chat's labels have changed since they were read, or if its person was merged into another person.
 * @param chat the chat's key. @param read the chat's record. @param labels the new labels, in ascending order. @param
 * also other fields to set in the chat's record.
 */
export function relabel(
  instance: InstanceId,
  chat: string,
  read: ChatLabels,
  labels: readonly number[],
  also: { set?: Record<string, unknown>; if?: Condition } = {},
): SomeWrites {
  const had = read.labels ?? [];
  const [added, removed] = [without(labels, had), without(had, labels)];
  const change: Write = {
    update: chatRecordKey(instance, chat),
    ...(labels.length > 0
      ? { set: { labels: [...labels], ...also.set } }
      : { set: { ...also.set }, remove: ["labels"] }),
    add: { labels_rev: 1 },
    if: [...labelsAsRead(read), { field: "merged_into", is: "missing" }, ...(also.if ?? [{ item: "exists" as const }])],
  };
  return [
    change,
    ...added.flatMap((label) => rowAdded(instance, label, chat)),
    ...removed.flatMap((label) => rowRemoved(instance, label, chat)),
  ];
}

/** Returns the numbers that are in the first list but not in the second. */
export const without = (numbers: readonly number[], others: readonly number[]): number[] =>
  numbers.filter((one) => !others.includes(one));

/**
 * Returns the record of a chat, including its labels, from an item that was read together with others, or null if the
 * item is missing.
 */
export const chatLabelsOf = (item: Item | null | undefined): (ChatLabels & ChatFields & Item) | null =>
  item ? (item as ChatLabels & ChatFields & Item) : null; // only chats' records are read by such keys
