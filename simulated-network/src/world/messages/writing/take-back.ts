import { proto } from "@whiskeysockets/baileys";
import type { Target } from "./target.ts";

/** Builds a message that deletes another message for everyone. */
export function takingBack({ key }: Target): proto.IMessage {
  return { protocolMessage: { key, type: proto.Message.ProtocolMessage.Type.REVOKE } };
}
