import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import { unwrap } from "../../content/unwrap.ts";
import { sealNote } from "../message-secret.ts";
import type { Target } from "./target.ts";

/** Builds an unencrypted edit with a message's new text or a file's new caption. */
export function edit({ key, message }: Target, text: string, at: Date): proto.IMessage {
  const editedMessage = withText(unwrap(proto.Message.decode(message.content)), text);
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
  return { protocolMessage: { key, type, editedMessage, timestampMs: at.getTime() } };
}

/** Builds an edit encrypted with the message's secret, as newer phones send it. */
export function sealedEdit(target: Target, editor: Person, text: string, at: Date): proto.IMessage {
  const note = proto.Message.encode(edit(target, text, at)).finish();
  const sealed = sealNote("Message Edit", target.message, target.author, editor, target.form, note);
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;
  return { secretEncryptedMessage: { targetMessageKey: target.key, secretEncType, ...sealed } };
}

function withText({ imageMessage, videoMessage, documentMessage }: proto.IMessage, text: string): proto.IMessage {
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } };
  if (documentMessage) return { documentMessage: { ...documentMessage, caption: text } };
  return { extendedTextMessage: { text } };
}
