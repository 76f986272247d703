import { proto } from "@whiskeysockets/baileys";
import type { Target } from "./target.ts";

/** "Delete for everyone". */
export function takingBack({ key }: Target): proto.IMessage {
  return { protocolMessage: { key, type: proto.Message.ProtocolMessage.Type.REVOKE } };
}
