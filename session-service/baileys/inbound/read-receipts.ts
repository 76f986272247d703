import { takenId } from "./bounds/ids.ts";
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
 * and gives none.
 */
export function readReceipts(node: ForeignNode, now: Date): ReadReceipt[] {
  const { type, recipient, id } = node.attrs;
  const [, kind] = KINDS.find(([word]) => (type === undefined ? word === "" : isWord(type, word))) ?? [];
  if (!kind || recipient !== undefined) return [];
  const others = (partOf(node, "list")?.parts ?? []).filter(({ tag }) => tag === "item").map(({ attrs }) => attrs.id);
  const ids = [id, ...others].map(takenId).filter((one) => one !== null);
  const at = timeOf(node, now);
  return ids.map((network_id) => ({ network_id, kind, at }));
}
