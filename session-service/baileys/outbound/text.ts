import { proto, type WAUrlInfo } from "@whiskeysockets/baileys";
import { firstLink } from "../../../core/contracts/first-link.ts";
import type { GroupInvitation, TextContent } from "../../../core/domain/messages/message-content.ts";
import type { MadePreview } from "../../media/link-preview.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/**
 * Encodes text. The preview field is always set, even if only to null, because the library would otherwise fetch any
 * URL in the text.
 */
export const encodeText: Encoder<TextContent> = async (out, { text, link_preview, group_invitation }, chat) => {
  if (group_invitation) return invitation(group_invitation, text);
  const link = link_preview ? firstLink(text) : null;
  const preview = link === null ? null : await out.preview(link);
  return generate(out, chat, { text, linkPreview: preview && asSent(preview) });
};

const asSent = ({ link, title, description, thumbnail }: MadePreview): WAUrlInfo => ({
  "canonical-url": link,
  "matched-text": link,
  title,
  ...(description !== null && { description }),
  ...(thumbnail && { jpegThumbnail: thumbnail }),
});

/**
 * Builds a group invitation the way a phone does. It lets people join even if their settings don't allow anyone to add
 * them.
 */
const invitation = ({ group, subject, code, expires_at }: GroupInvitation, caption: string): proto.IMessage =>
  proto.Message.fromObject({
    groupInviteMessage: {
      ...{ groupJid: group, inviteCode: code, groupName: subject, caption },
      ...(expires_at !== null && { inviteExpiration: Math.floor(Date.parse(expires_at) / 1000) }),
    },
  });
