import { type MessageRelayOptions, normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import { statusNote } from "./status-side.ts";

type Options = Pick<MessageRelayOptions, "additionalAttributes" | "additionalNodes" | "statusJidList">;

const { Type } = proto.Message.ProtocolMessage;

/**
 * Returns the attributes and nodes that the network requires along with the encrypted message, depending on its
 * content. The library adds them only to messages that it creates itself.
 * @param list the recipients' addresses, for a status.
 */
export function relayOptions(message: proto.IMessage, list?: string[]): Options {
  const options = optionsOf(message);
  return list ? { ...options, statusJidList: list, additionalNodes: statusNote() } : options;
}

function optionsOf(message: proto.IMessage): Options {
  const content = normalizeMessageContent(message);
  const protocol = content?.protocolMessage;
  if (protocol?.type === Type.MESSAGE_EDIT) return { additionalAttributes: { edit: "1" } };
  // The value 8 marks an administrator's deletion of another member's message.
  if (protocol?.type === Type.REVOKE) return { additionalAttributes: { edit: protocol.key?.fromMe ? "7" : "8" } };
  const isPoll = content?.pollCreationMessage ?? content?.pollCreationMessageV2 ?? content?.pollCreationMessageV3;
  if (isPoll) return { additionalNodes: [{ tag: "meta", attrs: { polltype: "creation" } }] };
  return {};
}
