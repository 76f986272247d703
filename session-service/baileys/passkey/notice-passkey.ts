import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { acknowledgeUnlinked } from "../fixes/acknowledge-unlinked.ts";

/** The notifications that contain the network's demand for a passkey and the phone's answer to a signature. */
const DEMAND = "passkey_prologue_request";
const CONTINUATION = "crsc_continuation";

/**
 * Reports that the network demands a passkey. For some accounts, after a code has been scanned or typed, the network
 * demands a signature that only a browser on its own pages can create. The library ignores the demand, so linking would
 * never complete.
 */
export function noticePasskey(
  sock: WASocket,
  hear: { demanded(demand: BinaryNode): void; continued(continuation: BinaryNode): void },
): void {
  const take = (node: BinaryNode, told: (node: BinaryNode) => void) => {
    const { me, account } = sock.authState.creds;
    if (account !== undefined) return;
    // With a pairing code, the library already has an id and acknowledges the notification on its own.
    if (me === undefined) acknowledgeUnlinked(sock, node);
    told(node);
  };
  sock.ws.on(`CB:notification,type:${DEMAND}`, (node: BinaryNode) => take(node, hear.demanded));
  sock.ws.on(`CB:notification,type:${CONTINUATION}`, (node: BinaryNode) => take(node, hear.continued));
}
