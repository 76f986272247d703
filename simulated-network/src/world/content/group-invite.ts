import type { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";

/** Parses an invitation to a group, which only its recipient can accept. */
export function readGroupInvite({ groupInviteMessage: invite }: proto.IMessage): ContentView | null {
  if (!invite) return null;
  const expiresAtSec = Number(invite.inviteExpiration ?? 0);
  const group_invite = {
    chat_id: invite.groupJid ?? "",
    subject: invite.groupName || null,
    code: invite.inviteCode ?? "",
    expires_at: expiresAtSec > 0 ? new Date(expiresAtSec * 1000).toISOString() : null,
  };
  return { ...EMPTY_VIEW, type: "group_invite", text: invite.caption || null, group_invite };
}
