import {
  type AuthenticationCreds,
  type BaileysEventEmitter,
  type BaileysEventMap,
  type ChatMutation,
  processSyncAction,
  type proto,
} from "@whiskeysockets/baileys";
import { type Foreign, foreign } from "../inbound/bounds/foreign.ts";
import { opened } from "../inbound/bounds/numbers.ts";
import { takenTime } from "../inbound/bounds/times.ts";
import { type SettingNews, settingsIn } from "./settings-in.ts";

/** An event of the library that a setting makes: everything but changes of chats, contacts and labels. */
export type LibraryEvent = {
  [E in keyof BaileysEventMap]: [event: E, data: BaileysEventMap[E]];
}[keyof BaileysEventMap];

/** Names of the events that `settingsIn` reads; nobody else needs them. */
const READ_HERE = new Set(["chats.update", "chats.delete", "contacts.upsert", "labels.edit", "labels.association"]);

/** Reads one setting: the changes to store, and what the library itself has to know (the own name, pairs of ids). */
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
  const upTo = reachOf(value, now) ?? madeAt?.getTime() ?? null;
  return { news: news.map((one) => reaching(one, upTo)), events: events.filter(([event]) => !READ_HERE.has(event)) };
}

/** Up to which time a read mark or a deletion reaches; null: it does not say. */
function reachOf(
  { markChatAsReadAction, deleteChatAction }: Foreign<proto.ISyncActionValue>,
  now: Date,
): number | null {
  const range = (markChatAsReadAction ?? deleteChatAction)?.messageRange;
  const seconds = opened(range?.lastMessageTimestamp);
  // The second is named, not the instant in it.
  return seconds ? (takenTime(seconds * 1000 + 999, now)?.getTime() ?? null) : null;
}

function reaching(news: SettingNews, upTo: number | null): SettingNews {
  if (news.kind !== "chat_setting" || upTo === null) return news;
  const { what } = news.value;
  const reaches = what.kind === "delete" || (what.kind === "mark" && !what.unread);
  return reaches ? { ...news, value: { ...news.value, what: { ...what, up_to_ms: upTo } } } : news;
}
