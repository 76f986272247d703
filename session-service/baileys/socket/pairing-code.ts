import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import { NetworkRefusal } from "../shared/network-refusals.ts";

/** How long to wait for a refusal. If the network is going to refuse the code, it does so within this time. */
const ANSWER_MS = 3_000;

/**
 * Requests a code that the phone's owner types on the phone. The library creates the code itself and returns it before
 * the network has answered, so this function also waits for a possible refusal. Call it only after the first scannable
 * code has arrived. If the code does not lead to a link, the credentials can't be used for another connection.
 * @throws NetworkRefusal, and connection errors.
 */
export async function requestPairingCode(sock: WASocket, phone: string): Promise<string> {
  const { promise: answered, resolve } = Promise.withResolvers<number | null>();
  const hear = (node: BinaryNode) => {
    if (node.attrs.type === "error") resolve(Number(getBinaryNodeChild(node, "error")?.attrs.code ?? 400));
    else if (getBinaryNodeChild(node, "link_code_companion_reg")) resolve(null);
  };
  sock.ws.on("CB:iq", hear);
  const timer = setTimeout(() => resolve(null), ANSWER_MS);
  try {
    const code = await sock.requestPairingCode(phone);
    const refusal = await answered;
    if (refusal !== null) throw new NetworkRefusal(refusal, "a pairing code");
    return code;
  } finally {
    clearTimeout(timer);
    sock.ws.off("CB:iq", hear);
  }
}
