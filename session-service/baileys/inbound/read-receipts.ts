import { takenId, takenParty } from "./bounds/ids.ts";
import { type ForeignNode, partOf, timeOf } from "./bounds/node.ts";
import { isWord } from "./bounds/texts.ts";

/** A message of ours was delivered or read. */
export interface ReadReceipt {
  network_id: string;
  kind: "delivered" | "read";
  /** The network's time of it; null: it gave none. */
  at: Date | null;
}

/** Receipts' types that are about messages; the others concern sessions, devices and files, and are the library's. */
const KINDS: [type: string, kind: ReadReceipt["kind"]][] = [
  ["", "delivered"],
  ["read", "read"],
  ["played", "read"],
];

/**
 * The receipts in one stanza, of one message or several. A stanza with a `recipient` is about somebody else's message
 * and gives none; nor do those about statuses, which are only counted: see `readStatusViews`.
 */
export function readReceipts(node: ForeignNode, now: Date): ReadReceipt[] {
  const { type, recipient, from } = node.attrs;
  const [, kind] = KINDS.find(([word]) => (type === undefined ? word === "" : isWord(type, word))) ?? [];
  if (!kind || recipient !== undefined || takenParty(from)?.party.kind === "status") return [];
  const at = timeOf(node, now);
  return idsIn(node).map((network_id) => ({ network_id, kind, at }));
}

/** The network's ids of all messages that a receipt is about. */
export function idsIn(receipt: ForeignNode): string[] {
  const others = (partOf(receipt, "list")?.parts ?? []).filter(({ tag }) => tag === "item");
  return [receipt, ...others].map(({ attrs }) => takenId(attrs.id)).filter((one) => one !== null);
}
