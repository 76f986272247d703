import type { InstanceId } from "../../contracts/ids.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import { sortableText } from "../../domain/sortable-text.ts";
import { lists } from "../../store/keys.ts";

export type { ChatFields, HandledBy } from "../../domain/chats/chat-fields.ts";
export { MUTED_FOR_EVER } from "../../domain/chats/chat-fields.ts";

/**
 * Builds a chat's entry in its instance's list. The entry moves with each new last message.
 * @param lastMs the time of the last message, in epoch ms. @param tie orders chats with the same time: the id of the
 * last message, or the chat's key if there is no message.
 * @param team the team's fields, so the list can be filtered by them without reading the chats.
 */
export const listEntry = (instance: InstanceId, lastMs: number, tie: string, team: TeamFields = {}) => ({
  gsi2pk: lists.chatsOfInstance(instance),
  gsi2sk: `${timeKey(lastMs)}#${shortTie(tie)}${teamMarks(team)}`,
});

type TeamFields = Pick<ChatFields, "assignee" | "closed_ms" | "snoozed_ms">;

/**
 * Encodes the team's fields as a suffix of the sort key, so they don't affect the order. The suffix is empty for a chat
 * without such fields.
 */
function teamMarks({ assignee, closed_ms, snoozed_ms }: TeamFields): string {
  const marks = [assignee && MARKS.assigned, closed_ms && MARKS.closed, snoozed_ms && MARKS.snoozed];
  const given = marks.filter(Boolean).join("");
  return given === "" ? "" : `~${given}`;
}

const MARKS = { assigned: "a", closed: "c", snoozed: "s" } as const;

/** Determines from an entry's sort key whether its chat is assigned, closed, or set aside. */
export function marksOf(order: string): Record<keyof typeof MARKS, boolean> {
  const at = order.lastIndexOf("~");
  const given = at === -1 ? "" : order.slice(at);
  return {
    assigned: given.includes(MARKS.assigned),
    closed: given.includes(MARKS.closed),
    snoozed: given.includes(MARKS.snoozed),
  };
}

/** Builds the index entry for a person waiting for an answer. @param sinceMs when the wait began, in epoch ms. */
export const waitingEntry = (instance: InstanceId, sinceMs: number, key: string) => ({
  gsi3pk: lists.waitingChats(instance),
  gsi3sk: `${timeKey(sinceMs)}#${key}`,
});

/** Encodes epoch ms as sortable text, kept short because reaching a deep page means reading thousands of entries. */
const timeKey = (ms: number) => sortableText(Math.max(0, Math.trunc(ms)), 7);

/**
 * Shortens a message id without changing its sort order: re-encodes five-bit characters as six-bit ones and drops those
 * that encode the century.
 */
function shortTie(tie: string): string {
  const ulid = /^msg_01([0-9A-HJKMNP-TV-Z]{24})$/.exec(tie)?.[1];
  if (ulid === undefined) return tie;
  let bits = 0n;
  for (const sign of ulid) bits = (bits << 5n) | BigInt(CROCKFORD.indexOf(sign));
  return sortableText(bits, 20);
}

/** The ULID alphabet. */
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
