import { type ChatChange, changedChat } from "../../domain/chats/chat-change.ts";
import type { Claim, Key } from "../../store/table.ts";
import { type ChatFields, listEntry, waitingEntry } from "./chat-fields.ts";
import type { ChatSpot } from "./chat-spot.ts";

/** Fields on which the rules of chats decide: whoever changes one of them refuses a change that was decided before. */
const DECIDING = ["last_id", "last_ms", "received", "waiting_since_ms", "handled_by", "hidden_ms"] as const;

/** The change of a chat's record. */
export interface ChatUpdate {
  update: Key;
  set: Record<string, unknown>;
  remove: string[];
  if: Claim[];
}

/**
 * Changes a chat as it was read, and its entries in the lists with it; refused when what the rules decide by has changed,
 * or when its person was merged into another one. Entries that stay where they are cost nothing.
 */
export function chatUpdate(spot: ChatSpot, change: ChatChange): ChatUpdate {
  const { place, record } = spot;
  const entries = entriesOf(spot, changedChat(record ?? {}, change));
  return {
    update: place,
    set: { ...change.set, ...entries.set },
    remove: [...change.remove, ...entries.remove],
    if: [...DECIDING.map((field) => asRead(record, field)), { field: "merged_into", is: "missing" }],
  };
}

/** Whether there is anything to write. */
export const isChange = ({ set, remove }: ChatChange): boolean => Object.keys(set).length + remove.length > 0;

function asRead(record: ChatFields | null, field: (typeof DECIDING)[number]): Claim {
  const value = record?.[field];
  return value === undefined ? { field, is: "missing" } : { field, op: "=", value };
}

function entriesOf({ instance, place }: ChatSpot, chat: ChatFields): { set: object; remove: string[] } {
  const { last_id, last_ms, waiting_since_ms: since, handled_by, hidden_ms } = chat;
  const isListed = hidden_ms === undefined && last_ms !== undefined;
  const isWaiting = hidden_ms === undefined && since !== undefined && handled_by !== "menu" && handled_by !== "ai";
  return {
    set: {
      ...(isListed && listEntry(instance, last_ms, last_id ?? place.sk)),
      ...(isWaiting && waitingEntry(instance, since, place.sk)),
    },
    remove: [...(isListed ? [] : ["gsi2pk", "gsi2sk"]), ...(isWaiting ? [] : ["gsi3pk", "gsi3sk"])],
  };
}
