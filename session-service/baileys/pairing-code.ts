import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import { NetworkRefusal } from "./number.ts";

/** The network refuses within this time, if it does. */
const ANSWER_MS = 3_000;

/**
 * A code that the owner of this phone types on it. The library makes the code by itself and calls it good before the
 * network has answered; here a refusal counts. Only after the first code to scan has come; the credentials are of no use
 * for another connection afterwards, unless the link comes about.
 * @throws NetworkRefusal, and when the connection breaks.
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
