import type { Assignee, Chat, LastMessage } from "../../contracts/chats/chat.ts";
import { aboutOf } from "../../contracts/content/about.ts";
import { HOUR_MS } from "../../contracts/durations.ts";
import type { AccountId, UserId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import { type ChatState, chatState } from "../../domain/chats/chat-state.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { labelsStates } from "../../records/chats/labels-state.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { isKept, type MessageRecord, messageRecords } from "../../records/message.ts";
import { memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/**
 * Builds one chat the way customers see it. Also reads the chat's last message, because its status may have changed.
 */
export async function presentChat(
  deps: { table: Table },
  account: AccountId,
  chat: StoredChat,
  now: Date,
): Promise<Chat> {
  const [first] = await presentChats(deps, account, [chat], now);
  if (!first) throw new Error("One chat was given, and none came back.");
  return first;
}

/** Builds several of an account's chats, in the given order, reading all their last messages in one request. */
export async function presentChats(
  deps: { table: Table },
  account: AccountId,
  chats: StoredChat[],
  now: Date,
): Promise<Chat[]> {
  const last = chats.flatMap(({ record }) => (record.last_id && !isHidden(record) ? [record.last_id] : []));
  // A deleted label is removed from its chats one by one, and must not be shown in the meantime.
  const labeled = chats.filter(({ record }) => record.labels !== undefined);
  const items = await deps.table.getMany([
    ...[...new Set(last)].map((id) => keys.message(account, id)),
    ...[...new Set(labeled.map(({ instance_id }) => instance_id))].map(keys.labels),
    ...assigneesOf(chats).map((user) => keys.accountUser(account, user)),
  ]);
  return chats.map((chat) => {
    const { last_id, labels = [] } = chat.record;
    const gone = labelsStates.among(items, chat.instance_id)?.removing ?? [];
    const message = last_id === undefined ? null : messageRecords.among(items, account, last_id);
    const { assignee } = chat.record;
    const assigned_to = assignee === undefined ? null : presentAssignee(items, account, assignee);
    return shown(chat, { last: message, labels: labels.filter((id) => !gone.includes(id)), assigned_to }, now);
  });
}

const assigneesOf = (chats: StoredChat[]): UserId[] => [
  ...new Set(chats.flatMap(({ record }) => record.assignee ?? [])),
];

/** Builds a chat's assignee as customers see it, looking up their membership in `items`. */
export function presentAssignee(items: Item[], account: AccountId, id: UserId): Assignee {
  return { id, name: memberships.among(items, account, id)?.name ?? null };
}

/** The parts of a chat that are stored outside its record. */
interface Beside {
  last: MessageRecord | null;
  labels: number[];
  assigned_to: Assignee | null;
}

function shown(chat: StoredChat, { last, labels, assigned_to }: Beside, now: Date): Chat {
  const { record } = chat;
  const state: ChatState = { ...chatState(record, now), ...(isHidden(record) && DELETED) };
  return {
    id: shownChatId(chat),
    instance_id: chat.instance_id,
    type: chat.type,
    phone: chat.type === "person" ? phoneOf(chat.key, chat.record.phone) : null,
    name: record.name ?? (chat.type === "person" ? chat.record.contact_name : null) ?? null,
    waiting: chat.type === "person" && state.waiting,
    unread_count: state.unread_count,
    labels,
    archived: record.archived ?? false,
    pinned: record.pinned_ms !== undefined,
    muted_until: state.muted_until,
    handled_by: record.handled_by ?? null,
    assigned_to,
    snoozed_until: state.snoozed_until,
    closed_at: state.closed_at,
    last_message: last && lastMessage(last, record, now),
    ...(chat.type === "person" ? replyWindow(chat.record.last_in_at, now) : { last_in_at: null, reply_until: null }),
    updated_at: record.last_ms === undefined ? null : wireTime(new Date(record.last_ms)),
  };
}

/** Returns the chat id that customers see. */
export const shownChatId = (chat: StoredChat): string =>
  chat.type === "person" ? (chat.record.chat_id ?? idOf(chat.key)) : chat.key;

/** Returns the chat ID for a person's key, which is either a phone number or a private ID. */
const idOf = (key: string) => (/^\d+$/.test(key) ? phoneChat(key) : key);
const phoneOf = (key: string, known: string | null | undefined) => (/^\d+$/.test(key) ? key : (known ?? null));

/** The field values of a deleted chat, until a new message makes it reappear. */
const DELETED = { waiting: false, unread_count: 0 } as const;
const isHidden = ({ hidden_ms }: ChatFields) => hidden_ms !== undefined;

function replyWindow(lastInAt: string | undefined, now: Date): Pick<Chat, "last_in_at" | "reply_until"> {
  if (lastInAt === undefined) return { last_in_at: null, reply_until: null };
  const last = new Date(lastInAt);
  const until = new Date(last.getTime() + LIMITS.replyWindowHours * HOUR_MS);
  return { last_in_at: wireTime(last), reply_until: until > now ? wireTime(until) : null };
}

function lastMessage(message: MessageRecord, record: ChatFields, now: Date): LastMessage | null {
  if (isHidden(record) || !isKept(message, now)) return null;
  const { id, direction, type, status, created_at } = message;
  const isDeleted = message.deleted_at !== null;
  const about = isDeleted ? undefined : aboutOf(message.details ?? {}, message.error_code);
  const body = isDeleted ? null : cut(message.body);
  return { id, direction, type, body, ...(about !== undefined && { about }), status, created_at };
}

/** Truncates text, counting characters as a reader would. */
function cut(body: string | null): string | null {
  if (body === null || body.length <= LIMITS.chatBodyMaxChars) return body;
  return [...body.slice(0, LIMITS.chatBodyMaxChars * 2)].slice(0, LIMITS.chatBodyMaxChars).join("");
}
