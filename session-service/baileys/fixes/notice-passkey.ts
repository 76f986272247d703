import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { acknowledgeUnlinked } from "./acknowledge-unlinked.ts";

/** Notifications that demand a passkey, or follow an answer to that demand. */
const DEMANDS = ["passkey_prologue_request", "crsc_continuation"];

/**
 * For some accounts, the network demands a passkey after a code was scanned or typed: an assertion that only the phone
 * or a browser on the network's own pages can create. The library does not support it, and the link never completes.
 * @param demanded called once.
 */
export function noticePasskey(sock: WASocket, demanded: () => void): void {
  let told = false;
  const hear = (node: BinaryNode) => {
    const { me, account } = sock.authState.creds;
    if (account !== undefined) return;
    // With a pairing code the library has an id, and acknowledges the notification itself.
    if (me === undefined) acknowledgeUnlinked(sock, node);
    if (told) return;
    told = true;
    demanded();
  };
  for (const type of DEMANDS) sock.ws.on(`CB:notification,type:${type}`, hear);
}
