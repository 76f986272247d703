import type { BinaryNode, WAPatchName, WASocket } from "@whiskeysockets/baileys";
import { readServerSync } from "./read-server-sync.ts";

/**
 * Hides notifications of newer settings from the library, which would fetch only the first collection, and do so inside
 * the key lock. Each notification is acknowledged once its collections have been read and their changes stored. Until
 * then, the network repeats it.
 * @param take reads the collections. Resolves when they are read and stored, or are due to be read later. Rejects if
 * the connection is closed.
 */
export function takeServerSyncs(sock: WASocket, take: (names: WAPatchName[]) => Promise<void>): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:notification") return emit(event, ...args);
    const node = args[0] as BinaryNode; // the library emits one node with it
    const names = readServerSync(node);
    if (names.length === 0) return emit(event, ...args);
    void take(names).then(
      () => acknowledge(sock, node),
      () => {},
    );
    return true;
  };
}

function acknowledge(sock: WASocket, { attrs: { id = "", from = "", type = "" } }: BinaryNode): void {
  // If this acknowledgement fails, the network sends the notification again on the next connection.
  sock.sendNode({ tag: "ack", attrs: { id, to: from, class: "notification", type } }).catch(() => {});
}
