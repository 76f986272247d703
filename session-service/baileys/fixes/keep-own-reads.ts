import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { foreignNode } from "../inbound/bounds/node.ts";
import type { People } from "../inbound/people.ts";
import { type OwnRead, readOwnReads } from "../inbound/read-own-reads.ts";

/**
 * Records which messages were read on the number's own devices, before the library sees the receipt. The library
 * acknowledges the receipt immediately but emits the event later, merged with others.
 * @param keep resolves once the read is stored, or if we don't have the messages that were read. It never settles if
 * the read can't be stored.
 */
export function keepOwnReads(sock: WASocket, people: () => People, keep: (read: OwnRead) => Promise<void>): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:receipt") return emit(event, ...args);
    const read = readOwnReads(foreignNode(args[0] as BinaryNode), people()); // the library emits one node with this event
    if (!read) return emit(event, ...args);
    void keep(read).then(() => emit(event, ...args));
    return true;
  };
}
