import {
  type AuthenticationCreds,
  type BaileysEventEmitter,
  type BaileysEventMap,
  type ChatMutation,
  processSyncAction,
  type proto,
} from "@whiskeysockets/baileys";
import type { ChangeReach } from "../../../core/domain/chats/mirrored-change.ts";
import { type Foreign, foreign, takenItems } from "../inbound/bounds/foreign.ts";
import { takenId } from "../inbound/bounds/ids.ts";
import { opened } from "../inbound/bounds/numbers.ts";
import { takenTime } from "../inbound/bounds/times.ts";
import { type SettingNews, settingsIn } from "./settings-in.ts";

/** A library event caused by a setting, except for changes to chats, contacts and labels. */
export type LibraryEvent = {
  [E in keyof BaileysEventMap]: [event: E, data: BaileysEventMap[E]];
}[keyof BaileysEventMap];

/** The phone reports a message's time in whole seconds. This is added to include the whole second. */
const LAST_OF_SECOND_MS = 999;

/** The events that `settingsIn` handles. They aren't passed to the library. */
const READ_HERE = new Set(["chats.update", "chats.delete", "contacts.upsert", "labels.edit", "labels.association"]);

/**
 * Parses one setting. Returns the changes to store, and the data that the library itself needs (our own name, pairs of
 * ids).
 */
export function newsOfMutation(
  mutation: ChatMutation,
  creds: Pick<AuthenticationCreds, "me">,
  now: Date,
): { news: SettingNews[]; events: LibraryEvent[] } {
  const value = foreign<proto.ISyncActionValue>(mutation.syncAction.value ?? {});
  const madeAt = takenTime(opened(value.timestamp), now);
  const events: LibraryEvent[] = [];
  const emit = (event: keyof BaileysEventMap, data: unknown) => events.push([event, data] as LibraryEvent) > 0; // as the library pairs them
  const me = creds.me ?? { id: "" };
  processSyncAction(mutation, { emit } as Partial<BaileysEventEmitter> as BaileysEventEmitter, me); // it only emits
  const news = events.flatMap(([event, data]) => settingsIn(event, data, now));
  const reach = reachOf(value, now) ?? (madeAt ? { up_to_ms: madeAt.getTime() } : {});
  const dated = news.map((one) => dating(reaching(one, reach), madeAt));
  return { news: dated, events: events.filter(([event]) => !READ_HERE.has(event)) };
}

/** Returns the last message that a read mark or a deletion applies to, or null if none is specified. */
function reachOf(
  { markChatAsReadAction, deleteChatAction }: Foreign<proto.ISyncActionValue>,
  now: Date,
): ChangeReach | null {
  const range = (markChatAsReadAction ?? deleteChatAction)?.messageRange;
  const seconds = opened(range?.lastMessageTimestamp);
  const at = seconds ? takenTime(seconds * 1000 + LAST_OF_SECOND_MS, now) : null;
  if (!at) return null;
  const [last] = takenItems(range?.messages, 1);
  const id = last?.key?.fromMe === true ? null : takenId(last?.key?.id);
  return { up_to_ms: at.getTime(), ...(id !== null && { up_to_id: id }) };
}

/** Adds the time of the change to a label change, because a change of our own may be later. */
function dating(news: SettingNews, madeAt: Date | null): SettingNews {
  if (news.kind !== "label_change" || news.value.kind !== "edit" || madeAt === null) return news;
  return { ...news, value: { ...news.value, at_ms: madeAt.getTime() } };
}

function reaching(news: SettingNews, reach: ChangeReach): SettingNews {
  if (news.kind !== "chat_setting") return news;
  const { what } = news.value;
  const reaches = what.kind === "delete" || (what.kind === "mark" && !what.unread);
  return reaches ? { ...news, value: { ...news.value, what: { ...what, ...reach } } } : news;
}
