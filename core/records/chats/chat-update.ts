import { type ChatChange, changedChat } from "../../domain/chats/chat-change.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import type { Claim, Key } from "../../store/table.ts";
import { asRead } from "../as-read.ts";
import type { ChatSpot } from "./chat-spot.ts";
import { indexEntries } from "./index-entries.ts";

/** Fields by which the rules of chats decide. */
const DECIDING = [
  "last_id",
  "last_ms",
  "received",
  "waiting_since_ms",
  "handled_by",
  "hidden_ms",
] as const satisfies (keyof ChatFields)[];

/** The change of a chat's record. */
export interface ChatUpdate {
  update: Key;
  set: Record<string, unknown>;
  remove: string[];
  if: Claim[];
}

/**
 * Changes a chat as it was read, and its entries in the lists with it; refused when a field by which the rules decide has
 * changed, or when its person was merged into another one.
 */
export function chatUpdate({ instance, place, record }: ChatSpot, change: ChatChange): ChatUpdate {
  const entries = indexEntries(instance, place.sk, changedChat(record ?? {}, change));
  // Reading never goes back, whoever reads at the same time. Receiving does not ask how far somebody has read.
  const deciding = "read_to" in change.set ? [...DECIDING, "read_to" as const] : DECIDING;
  return {
    update: place,
    set: { ...change.set, ...entries.set },
    remove: [...change.remove, ...entries.remove],
    if: [...asRead(record, deciding), { field: "merged_into", is: "missing" }],
  };
}

/** Whether there is anything to write. */
export const isChange = ({ set, remove }: ChatChange): boolean => Object.keys(set).length + remove.length > 0;
