import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";

/**
 * Acknowledges other people's statuses (stories) and hides them from the library, because the product does not show
 * them. If the library failed to decrypt a status, it would respond with an error, and the network would then withhold
 * everything else that is waiting. This also avoids writing the statuses' encryption keys.
 */
export function acknowledgeStatuses(sock: WASocket): void {
  const emit = sock.ws.emit.bind(sock.ws);
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (typeof event !== "string" || !event.startsWith("CB:message")) return emit(event, ...args);
    const node = args[0] as BinaryNode; // the library emits one node with these events
    if (node.attrs.from !== "status@broadcast") return emit(event, ...args);
    if (event === "CB:message") acknowledge(sock, node);
    return true;
  };
}

function acknowledge(sock: WASocket, { attrs }: BinaryNode): void {
  const { id = "", from = "", participant, type } = attrs;
  const own = sock.authState.creds.me?.id;
  const ack = {
    id,
    to: from,
    class: "message",
    ...(participant !== undefined && { participant }),
    ...(type !== undefined && { type }),
    ...(own !== undefined && { from: own }),
  };
  // If this acknowledgement fails, the network sends the status again on the next connection.
  sock.sendNode({ tag: "ack", attrs: ack }).catch(() => {});
}
