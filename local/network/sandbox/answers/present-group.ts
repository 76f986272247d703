import type { Group } from "../../store/groups-table.ts";
import type { Turn } from "../../store/turns.ts";

/** A group in the sandbox's words. */
export function presentGroup(turn: Turn, group: Group) {
  const { announcement, locked, admins_add, join_approval, disappearing_seconds } = group;
  return {
    chat_id: group.id,
    subject: group.subject,
    description: group.description || null,
    owner: group.creator,
    addressing: group.form === "pn" ? "number" : "private_id",
    invite: `https://chat.whatsapp.com/${group.inviteCode}`,
    messages_admins_only: announcement,
    info_admins_only: locked,
    add_admins_only: admins_add,
    join_approval,
    disappearing_seconds,
    participants: turn.store.members.of(group.id),
    requests: turn.store.members.requests(group.id).map(({ phone }) => phone),
  };
}
