import { withoutDevice } from "../shared/network-ids.ts";
import { type Address, takenId, takenParty } from "./bounds/ids.ts";
import { type ForeignNode, partOf, timeOf } from "./bounds/node.ts";
import { isWord } from "./bounds/texts.ts";

/** A receipt: one of our messages was delivered or read. */
export interface ReadReceipt {
  network_id: string;
  kind: "delivered" | "read";
  /** The network address of the receipt's chat. */
  chat: string;
  /**
   * The receipt sender's addresses: in a group, the member's addresses; in a chat with one person, any addresses other
   * than the chat's own.
   */
  by: string[];
  /** The time set by the network, or null if none was set. */
  at: Date | null;
}

/**
 * The types of receipts that are about messages. All others concern sessions, devices and files, and are handled by the
 * library.
 */
const KINDS: [type: string, kind: ReadReceipt["kind"]][] = [
  ["", "delivered"],
  ["read", "read"],
  ["played", "read"],
];

/**
 * Parses the receipts in a single stanza, which can cover several messages. Returns an empty list for a stanza with a
 * `recipient`, which is about someone else's message, and for a stanza about a status, whose views are only counted:
 * see `readStatusViews`.
 */
export function readReceipts(node: ForeignNode, now: Date): ReadReceipt[] {
  const { type, recipient } = node.attrs;
  const [, kind] = KINDS.find(([word]) => (type === undefined ? word === "" : isWord(type, word))) ?? [];
  const sender = senderOf(node);
  if (!kind || recipient !== undefined || !sender || sender.party.kind === "status") return [];
  const about = { kind, at: timeOf(node, now), chat: sender.chat, by: sender.by };
  return idsIn(node).map((network_id) => ({ network_id, ...about }));
}

/** Returns a receipt's chat and sender, or null if the receipt has no network chat. */
export function senderOf({ attrs }: ForeignNode): (Pick<ReadReceipt, "chat" | "by"> & Pick<Address, "party">) | null {
  const from = takenParty(attrs.from);
  if (!from) return null;
  const isOfTwo = from.party.kind === "phone" || from.party.kind === "private";
  const inRoom = [attrs.participant, attrs.participant_pn, attrs.participant_lid];
  const named = (isOfTwo ? [attrs.sender_pn, attrs.sender_lid] : inRoom).flatMap((one) => takenParty(one) ?? []);
  const by = named.filter(({ party }) => party.kind === "phone" || party.kind === "private");
  return { chat: withoutDevice(from.id), party: from.party, by: by.map(({ id }) => withoutDevice(id)) };
}

/** Returns the network ids of all messages covered by a receipt. */
export function idsIn(receipt: ForeignNode): string[] {
  const others = (partOf(receipt, "list")?.parts ?? []).filter(({ tag }) => tag === "item");
  return [receipt, ...others].map(({ attrs }) => takenId(attrs.id)).filter((one) => one !== null);
}
