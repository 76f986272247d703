import { type MessageRelayOptions, normalizeMessageContent, proto } from "@whiskeysockets/baileys";

const { Type } = proto.Message.ProtocolMessage;

/**
 * The attributes and nodes that the network demands beside the encrypted message, by its content. The library adds them
 * only to messages that it makes itself.
 */
export function relayOptions(
  message: proto.IMessage,
): Pick<MessageRelayOptions, "additionalAttributes" | "additionalNodes"> {
  const content = normalizeMessageContent(message);
  const protocol = content?.protocolMessage;
  if (protocol?.type === Type.MESSAGE_EDIT) return { additionalAttributes: { edit: "1" } };
  // 8: an administrator deletes another member's message.
  if (protocol?.type === Type.REVOKE) return { additionalAttributes: { edit: protocol.key?.fromMe ? "7" : "8" } };
  const isPoll = content?.pollCreationMessage ?? content?.pollCreationMessageV2 ?? content?.pollCreationMessageV3;
  if (isPoll) return { additionalNodes: [{ tag: "meta", attrs: { polltype: "creation" } }] };
  return {};
}
