import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { unlinkGroup } from "./communities.ts";
import { requireAdmin } from "./permissions.ts";
import { tellMembers } from "./tell-members.ts";

/**
 * Deletes a group. Deleting a community also deletes its announcement group; its other groups carry on independently.
 *
 * @throws GroupError not_member, not_admin.
 */
export function endGroup(world: World, transaction: Transaction, group: Group, actor: Person): void {
  requireAdmin(transaction, group, actor.phone);
  const { communities, groups } = transaction.store;
  const announcements = communities.announcementsOf(group.id);
  for (const id of communities.groupsOf(group.id)) {
    const linked = groups.find(id);
    if (!linked) continue;
    if (id === announcements) end(world, transaction, linked, actor);
    else unlinkGroup(world, transaction, group, linked, actor, "delete_parent");
  }
  end(world, transaction, group, actor);
}

function end(world: World, transaction: Transaction, group: Group, actor: Person): void {
  tellMembers(world, transaction, group, actor, node("delete", {}));
  transaction.store.groups.remove(group.id);
}
