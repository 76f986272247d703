import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { type ReadReceipt, readReceipts } from "../inbound/read-receipts.ts";

/**
 * Stores each receipt before the library sees it. The library acknowledges a receipt before it emits the event, so if
 * the process died in between, the receipt would be permanently lost. A receipt that could not be stored is never
 * acknowledged, so the network repeats it.
 * @param keep resolves once the receipts are stored, and never settles if they can't be stored.
 */
export function keepReceipts(
  sock: WASocket,
  clock: Pick<Clock, "now">,
  keep: (receipts: ReadReceipt[]) => Promise<void>,
): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:receipt") return emit(event, ...args);
    const receipts = readReceipts(foreignNode(args[0] as BinaryNode), clock.now()); // the library emits one node with this event
    if (receipts.length === 0) return emit(event, ...args);
    void keep(receipts).then(() => emit(event, ...args));
    return true;
  };
}
