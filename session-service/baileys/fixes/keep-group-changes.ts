import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { type ReadGroupChange, readGroupChange } from "../inbound/read-group-change.ts";

/**
 * The library acknowledges a group's notification in any case, and a process that dies before it told us of it loses it
 * for good. Here each change is stored first, and then goes on to the library, which acknowledges it.
 * @param keep resolves when the change is stored; never settles when it can't be.
 */
export function keepGroupChanges(sock: WASocket, keep: (change: ReadGroupChange) => Promise<void>): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    const change = event === "CB:notification" ? readGroupChange(args[0] as BinaryNode) : null; // the library emits one node with it
    if (!change) return emit(event, ...args);
    void keep(change).then(() => emit(event, ...args));
    return true;
  };
}
