import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";
import { GroupError } from "./group-error.ts";
import { requireMember } from "./permissions.ts";
import { tellMembers, tellPhones } from "./tell-members.ts";

/** Changes a member's phone number. The member keeps their role. @throws GroupError not_member, already. */
export function renumberMember(
  world: World,
  transaction: Transaction,
  group: Group,
  before: Person,
  after: Person,
): void {
  const { members, senderKeys } = transaction.store;
  const role = requireMember(transaction, group, before.phone);
  if (members.find(group.id, after.phone)) throw new GroupError("already");
  // The notification is sent from the old number and contains the new number.
  const change = node("modify", {}, [node("participant", memberAttributes(group, after))]);
  tellMembers(world, transaction, group, before, change);
  tellPhones(world, transaction, group, [after.phone], before, change);
  members.remove(group.id, before.phone);
  members.put(group.id, { phone: after.phone, role });
  senderKeys.renewAll(group.id);
}
