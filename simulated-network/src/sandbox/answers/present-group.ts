import type { Group } from "../../store/groups/groups-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { MemberOutcome } from "../../world/groups/change-members.ts";

/** Converts a group to the sandbox API's format. */
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
    description_id: group.descriptionId || null,
    size_limit: transaction.store.growth.sizeLimit(group.id),
    growth_locked: transaction.store.growth.lockedUntil(group.id, transaction.now) !== null,
    is_community: transaction.store.communities.announcementsOf(group.id) !== null,
    community: transaction.store.communities.parentOf(group.id),
    participants: transaction.store.members.of(group.id),
    requests: transaction.store.joinRequests.of(group.id).map(({ phone }) => phone),
  };
}

/** A change's outcome for each person, with the network's own codes; `invite`: the code of an invitation for them. */
export function presentOutcomes(
  outcomes: readonly (Pick<MemberOutcome, "person" | "status"> & Partial<MemberOutcome>)[],
) {
  return outcomes.map(({ person, status, offer }) => ({ phone: person.phone, status, invite: offer?.code ?? null }));
}
