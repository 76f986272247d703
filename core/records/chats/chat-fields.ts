import type { InstanceId } from "../../contracts/ids.ts";
import { lists } from "../../store/keys.ts";

export type { ChatFields, HandledBy } from "../../domain/chats/chat-fields.ts";
export { MUTED_FOR_EVER } from "../../domain/chats/chat-fields.ts";

/**
 * Index entry of a chat in its instance's list; each new last message moves it.
 * @param lastMs epoch ms. @param tie the id of that message, by which chats of one instant stand; none yet: the chat's key.
 */
export const listEntry = (instance: InstanceId, lastMs: number, tie: string) => ({
  gsi2pk: lists.chatsOfInstance(instance),
  gsi2sk: `${timeKey(lastMs)}#${tie}`,
});

/** Index entry of a person who waits for an answer. @param sinceMs epoch ms. */
export const waitingEntry = (instance: InstanceId, sinceMs: number, key: string) => ({
  gsi3pk: lists.waitingChats(instance),
  gsi3sk: `${timeKey(sinceMs)}#${key}`,
});

/** Epoch ms so that texts sort as times do. */
const timeKey = (ms: number) => String(Math.max(0, Math.trunc(ms))).padStart(13, "0");
