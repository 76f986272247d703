import type { GroupMember, GroupRole, NetworkGroup } from "../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../core/operations/groups/apply-group-fact.ts";
import { endGroupList } from "../../core/operations/groups/end-group-list.ts";
import type { Clock } from "../../core/ports.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";

export const GROUP = "120363020000000001@g.us";
/** When the instance was linked, for tests in which the network reports groups. */
export const LINKED_AT = "2026-11-20T09:00:00+00:00";
const MADE_AT = new Date("2026-11-01T12:00:00Z");

/** Creates a group member. `n` tells members apart. */
export const groupMember = (n: number, change: Partial<GroupMember> = {}): GroupMember => ({
  id: `${77_000_000_000_000 + n}@lid`,
  phone: `${5_511_900_000_000 + n}`,
  role: "member",
  ...change,
});

/** Creates a group in the format in which the network reports it. The group's first member created it. */
export function networkGroup(change: Partial<NetworkGroup> = {}): NetworkGroup {
  const members = change.members ?? [groupMember(1, { role: "owner" }), groupMember(2), groupMember(3)];
  return {
    id: GROUP,
    subject: "Team",
    description: { id: "D1", body: "Only work" },
    owner: members[0]?.id ?? null,
    owner_phone: members[0]?.phone ?? null,
    made_at: MADE_AT,
    size: members.length,
    settings: {
      messages_admins_only: false,
      info_admins_only: false,
      add_admins_only: false,
      join_approval: false,
      disappearing_seconds: 0,
    },
    private_ids: true,
    community: false,
    parent: null,
    ...change,
    members,
  };
}

/** Links the instance and makes the network report these groups as all of its groups. */
export async function tellGroups(
  deps: { table: Table; clock: Pick<Clock, "now"> },
  own: Owner,
  groups: NetworkGroup[] = [networkGroup()],
  my_role: GroupRole = "admin",
): Promise<void> {
  await deps.table.write({ update: keys.instance(own.instance_id), set: { linked_at: LINKED_AT } });
  for (const group of groups) await applyGroupFact(deps, own, group.id, { kind: "whole", group, my_role });
  await endGroupList(deps, own, {
    listed: new Set(groups.map(({ id }) => id)),
    at: deps.clock.now(),
    linked_at: LINKED_AT,
  });
}
