import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";

/**
 * Acknowledges a notification that arrives before a phone is linked. The library can't, because its acknowledgement
 * would include the linked number's id, which doesn't exist yet.
 */
export function acknowledgeUnlinked(sock: WASocket, { attrs }: BinaryNode): void {
  const { id = "", from = "", type = "" } = attrs;
  const ack = { tag: "ack", attrs: { id, to: from, class: "notification", type } };
  sock.sendNode(ack).catch((error: unknown) => sock.ws.emit("error", error));
}
