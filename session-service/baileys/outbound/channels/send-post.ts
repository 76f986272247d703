import { type BinaryNode, normalizeMessageContent, proto, type WASocket } from "@whiskeysockets/baileys";
import { NothingLeft } from "../../shared/nothing-left.ts";
import { splitHandle } from "./media-handle.ts";

const { Type } = proto.Message.ProtocolMessage;
/** The attributes of an administrator's change to a post: a new text, or its deletion. */
const [EDIT, DELETION] = ["3", "8"];
/** The attribute that marks a withdrawn reaction. */
const TAKEN_BACK = "7";

/**
 * Sends a channel post to the network, or a change to a post under the post's own id. The library's stanza would lack
 * the file and its kind, so followers would see nothing.
 * @throws NothingLeft if the post was definitely not sent.
 */
export async function sendPost(sock: WASocket, channel: string, id: string, bytes: Uint8Array): Promise<void> {
  if (!sock.ws.isOpen) throw new NothingLeft(null, "The connection is closed.");
  await sock.sendNode(postStanza(channel, id, bytes));
}

/** Builds the stanza for a post, or for a change to a post. */
export function postStanza(to: string, id: string, bytes: Uint8Array): BinaryNode {
  const { message, handle } = splitHandle(bytes);
  const change = message.protocolMessage;
  if (change?.type === Type.REVOKE) {
    return {
      tag: "message",
      attrs: { to, id, type: "text", edit: DELETION },
      content: [plaintext({}, new Uint8Array())],
    };
  }
  const edited = change?.type === Type.MESSAGE_EDIT ? change.editedMessage : null;
  const shown = edited ?? message;
  const mediatype = mediaTypeOf(shown);
  const attrs = {
    to,
    id,
    type: typeOf(shown, mediatype),
    ...(handle !== null && { media_id: handle }),
    ...(edited && { edit: EDIT }),
  };
  const content = plaintext(mediatype === null ? {} : { mediatype }, proto.Message.encode(shown).finish());
  return { tag: "message", attrs, content: [content] };
}

/**
 * Reacts to a post, identified by its number in the channel. The network acknowledges the reaction under `id`. @param
 * emoji null withdraws the reaction.
 */
export async function sendReaction(
  sock: WASocket,
  { channel, serverId, id }: { channel: string; serverId: string; id: string },
  emoji: string | null,
): Promise<void> {
  if (!sock.ws.isOpen) throw new NothingLeft(null, "The connection is closed.");
  const attrs = { to: channel, id, type: "reaction", server_id: serverId, ...(emoji === null && { edit: TAKEN_BACK }) };
  const reaction: BinaryNode = { tag: "reaction", attrs: emoji === null ? {} : { code: emoji } };
  await sock.sendNode({ tag: "message", attrs, content: [reaction] });
}

const plaintext = (attrs: Record<string, string>, content: Uint8Array): BinaryNode => ({
  tag: "plaintext",
  attrs,
  content,
});

function typeOf(message: proto.IMessage, mediatype: string | null): string {
  if (message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3) return "poll";
  return mediatype === null ? "text" : "media";
}

/** Returns the network's term for the kind of file, or null if there is no file. */
function mediaTypeOf(message: proto.IMessage): string | null {
  const content = normalizeMessageContent(message);
  if (content?.imageMessage) return "image";
  if (content?.videoMessage) return content.videoMessage.gifPlayback ? "gif" : "video";
  if (content?.audioMessage) return content.audioMessage.ptt ? "ptt" : "audio";
  if (content?.documentMessage) return "document";
  return content?.stickerMessage ? "sticker" : null;
}
