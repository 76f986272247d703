import { randomBytes } from "node:crypto";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { acknowledgeUnlinked } from "./acknowledge-unlinked.ts";

const SECRET_BYTES = 32;
/** The position of the secret among the comma-separated fields of a link code. */
const SECRET_FIELD = 3;

/**
 * Responds to the network's request for a new link secret after a scan: creates the secret, acknowledges the request,
 * and has the code displayed again. The library ignores this request, so linking would otherwise never complete.
 * @param showAgain called when the displayed code is outdated. It must publish the result of `withCurrentSecret` for
 * that code.
 */
export function refreshLinkSecret(sock: WASocket, showAgain: () => void): void {
  sock.ws.on("CB:notification,type:companion_reg_refresh", (node: BinaryNode) => {
    const { creds } = sock.authState;
    // With a pairing code, the secret is negotiated with the phone instead.
    if (creds.pairingCode !== undefined || creds.me !== undefined) return;
    creds.advSecretKey = randomBytes(SECRET_BYTES).toString("base64");
    sock.ev.emit("creds.update", { advSecretKey: creds.advSecretKey });
    acknowledgeUnlinked(sock, node);
    showAgain();
  });
}

/** Returns the link code with the current secret. The library would keep using the first secret in every code. */
export function withCurrentSecret(code: string, secret: string): string {
  const fields = code.split(",");
  if (fields.length <= SECRET_FIELD)
    throw new Error("The network library's link code does not have the expected form.");
  fields[SECRET_FIELD] = secret;
  return fields.join(",");
}
