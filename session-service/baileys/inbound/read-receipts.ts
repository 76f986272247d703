import { type BaileysEventMap, proto, toNumber } from "@whiskeysockets/baileys";

/** A message of ours was delivered or read. */
export interface ReadReceipt {
  network_id: string;
  kind: "delivered" | "read";
  /** The network's time of it; null: it gave none. */
  at: Date | null;
}

const { Status } = proto.WebMessageInfo;

/** Receipts of chats with one person. Other updates (edits, deletions, refusals of the server) say nothing here. */
export function readReceipts(updates: BaileysEventMap["messages.update"]): ReadReceipt[] {
  return updates.flatMap(({ key, update }): ReadReceipt[] => {
    const kind = kindOf(update.status);
    if (!key.fromMe || !key.id || !kind) return [];
    return [{ network_id: key.id, kind, at: timeOf(toNumber(update.messageTimestamp)) }];
  });
}

/** Receipts in groups: the first member's word counts. */
export function readGroupReceipts(updates: BaileysEventMap["message-receipt.update"]): ReadReceipt[] {
  return updates.flatMap(({ key, receipt }): ReadReceipt[] => {
    if (!key.fromMe || !key.id) return [];
    const read = toNumber(receipt.readTimestamp);
    const delivered = toNumber(receipt.receiptTimestamp);
    if (read > 0) return [{ network_id: key.id, kind: "read", at: timeOf(read) }];
    return delivered > 0 ? [{ network_id: key.id, kind: "delivered", at: timeOf(delivered) }] : [];
  });
}

function kindOf(status: proto.WebMessageInfo.Status | null | undefined): "delivered" | "read" | null {
  if (status === Status.DELIVERY_ACK) return "delivered";
  return status === Status.READ || status === Status.PLAYED ? "read" : null;
}

const timeOf = (seconds: number) => (seconds > 0 ? new Date(seconds * 1000) : null);
