import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { foreignNode } from "../inbound/bounds/node.ts";
import { readStatusViews, type StatusViews } from "../inbound/read-status-views.ts";

/**
 * Counts views of a status before the library sees the receipt. The library acknowledges the receipt before it emits
 * the event, so if the process died in between, the view would be permanently lost.
 * @param keep resolves once the views are stored, and never settles if they can't be stored.
 */
export function keepStatusViews(sock: WASocket, keep: (views: StatusViews) => Promise<void>): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:receipt") return emit(event, ...args);
    const views = readStatusViews(foreignNode(args[0] as BinaryNode)); // the library emits one node with this event
    if (!views) return emit(event, ...args);
    void keep(views).then(() => emit(event, ...args));
    return true;
  };
}
