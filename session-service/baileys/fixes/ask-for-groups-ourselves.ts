import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import { foreignNode } from "../inbound/bounds/node.ts";
import { isWord } from "../inbound/bounds/texts.ts";

/**
 * Hides the network's notice of an outdated group list from the library. The library would respond by requesting all
 * groups with all their members in a single frame, and would interpret silence as "in no group". @param ask schedules a
 * request for the list.
 */
export function askForGroupsOurselves(sock: WASocket, ask: () => void): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:ib,,dirty") return emit(event, ...args);
    const dirty = getBinaryNodeChild(args[0] as BinaryNode, "dirty"); // the library emits one node with it
    if (!dirty || !isWord(foreignNode(dirty).attrs.type, "groups")) return emit(event, ...args);
    ask();
    return true;
  };
}
