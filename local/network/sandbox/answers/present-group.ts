import type { Group } from "../../store/groups-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** A group in the sandbox's words. */
export function presentGroup(transaction: Transaction, group: Group) {
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
    participants: transaction.store.members.of(group.id),
    requests: transaction.store.members.requests(group.id).map(({ phone }) => phone),
  };
}
