import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "@whiskeysockets/baileys";

/** A message of ours was delivered or read. */
export interface ReadReceipt {
  network_id: string;
  kind: "delivered" | "read";
  /** The network's time of it; null: it gave none. */
  at: Date | null;
}

/** What a receipt's type says; the others are about sessions, devices and files, and the library's own business. */
const KINDS: Record<string, ReadReceipt["kind"]> = { "": "delivered", read: "read", played: "read" };

/**
 * The receipts in one stanza: of one message or several, from a person or, in a group, from the member whose word came.
 * One with a `recipient` is about what somebody else wrote.
 */
export function readReceipts({ attrs, content }: BinaryNode): ReadReceipt[] {
  const kind = KINDS[attrs.type ?? ""];
  if (!kind || attrs.recipient !== undefined || !attrs.id) return [];
  const list = Array.isArray(content) ? getBinaryNodeChild({ tag: "receipt", attrs, content }, "list") : undefined;
  const others = getBinaryNodeChildren(list, "item").flatMap((item) => item.attrs.id ?? []);
  const seconds = Number(attrs.t ?? 0);
  const at = seconds > 0 ? new Date(seconds * 1000) : null;
  return [attrs.id, ...others].map((network_id) => ({ network_id, kind, at }));
}
