import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import type { GroupWatch } from "../groups/group-watch.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { leavesIt, type ReadGroupChange, readGroupChange } from "../inbound/read-group-change.ts";

/**
 * Stores each group change before the library sees it. The library acknowledges every notification, so if the process
 * died before our own code had handled the event, the change would be permanently lost.
 * @param watch is notified immediately. @param keep resolves once the change is stored, and never settles if it can't
 * be stored.
 */
export function keepGroupChanges(
  sock: WASocket,
  clock: Pick<Clock, "now">,
  watch: Pick<GroupWatch, "noteGroupChange">,
  keep: (change: ReadGroupChange) => Promise<void>,
): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:notification") return emit(event, ...args);
    const change = readGroupChange(foreignNode(args[0] as BinaryNode), clock.now()); // the library emits one node with it
    if (!change) return emit(event, ...args);
    watch.noteGroupChange(change.group, leavesIt(change));
    void keep(change).then(() => emit(event, ...args));
    return true;
  };
}
