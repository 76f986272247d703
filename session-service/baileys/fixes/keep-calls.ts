import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { type ReadCall, readCall } from "../inbound/read-call.ts";

/**
 * Stores each step of a call before the library sees it. The library acknowledges every step, so if the process died
 * before our own code had handled the event, the step would be permanently lost.
 * @param keep resolves once the step is stored, and never settles if it can't be stored.
 */
export function keepCalls(sock: WASocket, clock: Pick<Clock, "now">, keep: (call: ReadCall) => Promise<void>): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:call") return emit(event, ...args);
    const call = readCall(foreignNode(args[0] as BinaryNode), clock.now()); // the library emits one node with it
    if (!call) return emit(event, ...args);
    void keep(call).then(() => emit(event, ...args));
    return true;
  };
}
