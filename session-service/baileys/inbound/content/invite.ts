import type { proto } from "@whiskeysockets/baileys";
import type { ReceivedInvite } from "../../../../core/contracts/content/invite.ts";
import type { Foreign, ForeignText } from "../bounds/foreign.ts";
import { takenAddress } from "../bounds/ids.ts";
import { takenText } from "../bounds/texts.ts";
import { takenAnnounced } from "../bounds/times.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { takenMark, takenTitle } from "./words.ts";

/** The pattern of the network's invitation codes for groups. */
const CODE = /^[A-Za-z0-9_-]{1,100}$/;
const SECOND_MS = 1_000;
const LINK = "https://chat.whatsapp.com/";

/** Reads an invitation to a group. */
export const readGroupInvite: ContentReader<"groupInviteMessage"> = (part) => {
  const code = takenMark(part.inviteCode);
  const at = takenAnnounced(part.inviteExpiration, SECOND_MS);
  const link = code !== null && CODE.test(code) ? `${LINK}${code}` : null;
  const id = takenAddress(part.groupJid);
  const name = takenTitle(part.groupName);
  return invitation({ kind: "group", id, name, code, link, expires_at: at }, part.caption);
};

/** Reads an invitation to become an admin of a channel. */
export const readAdminInvite: ContentReader<"newsletterAdminInviteMessage"> = (part) =>
  channelInvite("channel_admin", part, takenAnnounced(part.inviteExpiration, SECOND_MS));

/** Reads an invitation to follow a channel. */
export const readFollowerInvite: ContentReader<"newsletterFollowerInviteMessageV2"> = (part) =>
  channelInvite("channel", part, null);

function channelInvite(
  kind: "channel" | "channel_admin",
  part: Foreign<proto.Message.INewsletterFollowerInviteMessage>,
  expires_at: string | null,
): ContentReading {
  const { newsletterJid, newsletterName, caption } = part;
  const id = takenAddress(newsletterJid);
  return invitation({ kind, id, name: takenTitle(newsletterName), code: null, link: null, expires_at }, caption);
}

const invitation = (invite: ReceivedInvite, caption: ForeignText | null | undefined): ContentReading => ({
  type: "text",
  body: takenText(caption) ?? invite.name,
  details: { invite },
});
