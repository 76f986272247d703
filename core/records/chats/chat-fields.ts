import type { InstanceId } from "../../contracts/ids.ts";
import { sortableText } from "../../domain/sortable-text.ts";
import { lists } from "../../store/keys.ts";

export type { ChatFields, HandledBy } from "../../domain/chats/chat-fields.ts";
export { MUTED_FOR_EVER } from "../../domain/chats/chat-fields.ts";

/**
 * Builds a chat's index entry in its instance's list; each new last message moves it.
 * @param lastMs epoch ms. @param tie the id of that message, which orders chats of one instant; none yet: the chat's
 * key.
 */
export const listEntry = (instance: InstanceId, lastMs: number, tie: string) => ({
  gsi2pk: lists.chatsOfInstance(instance),
  gsi2sk: `${timeKey(lastMs)}#${shortTie(tie)}`,
});

/** Builds the index entry for a person who waits for an answer. @param sinceMs epoch ms. */
export const waitingEntry = (instance: InstanceId, sinceMs: number, key: string) => ({
  gsi3pk: lists.waitingChats(instance),
  gsi3sk: `${timeKey(sinceMs)}#${key}`,
});

/** Encodes epoch ms as a sortable text, kept short because a deep page of the list reads thousands of entries. */
const timeKey = (ms: number) => sortableText(Math.max(0, Math.trunc(ms)), 7);

/** Shortens a message's id but keeps its order: five bits a sign become six, and the century's signs are dropped. */
function shortTie(tie: string): string {
  const ulid = /^msg_01([0-9A-HJKMNP-TV-Z]{24})$/.exec(tie)?.[1];
  if (ulid === undefined) return tie;
  let bits = 0n;
  for (const sign of ulid) bits = (bits << 5n) | BigInt(CROCKFORD.indexOf(sign));
  return sortableText(bits, 20);
}

/** The characters of a ULID. */
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
