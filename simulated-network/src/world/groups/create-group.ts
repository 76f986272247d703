import { randomInt } from "node:crypto";
import type { AddressForm } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { crowd } from "../people/crowd.ts";
import type { World } from "../world.ts";
import { type NewDescription, requireShortDescription, requireShortSubject } from "./change-group.ts";
import { judgeAdds, type MemberOutcome } from "./change-members.ts";
import { groupNode } from "./group-node.ts";
import { newInviteCode } from "./invite-code.ts";
import { tellMembers } from "./tell-members.ts";

/** The server part of a group's address. */
export const GROUP_SERVER = "g.us";

/** A plan for a new group. The creator is always a member, even if not listed. */
export interface GroupPlan {
  readonly subject: string;
  readonly people: readonly Person[];
  /** The number of additional people. They don't have to exist yet. */
  readonly crowd?: number;
  readonly form: AddressForm;
  readonly description?: NewDescription | undefined;
  readonly settings?: Partial<GroupSettings> | undefined;
}

/** A newly created group, and the outcome for each other person who was supposed to be in it. */
export interface FoundedGroup {
  readonly group: Group;
  readonly outcomes: MemberOutcome[];
}

/** The default settings of a group. */
const NEW_SETTINGS: GroupSettings = {
  announcement: false,
  locked: false,
  admins_add: false,
  join_approval: false,
  disappearing_seconds: 0,
};

/** Creates a group and notifies all of its members. @throws GroupError bad_request, not_acceptable. */
export function createGroup(world: World, transaction: Transaction, creator: Person, plan: GroupPlan): FoundedGroup {
  const founded = foundGroup(transaction, creator, plan);
  tellOfFounding(world, transaction, creator, founded.group);
  return founded;
}

/** Creates a group without notifying anyone. @throws GroupError bad_request, not_acceptable. */
export function foundGroup(transaction: Transaction, creator: Person, plan: GroupPlan): FoundedGroup {
  const { store, now } = transaction;
  requireShortSubject(plan.subject);
  if (plan.description) requireShortDescription(plan.description.text);
  const group: Group = {
    id: `120363${randomInt(10 ** 11, 10 ** 12)}@${GROUP_SERVER}`,
    form: plan.form,
    creator: creator.phone,
    createdAt: now,
    subject: plan.subject,
    subjectBy: creator.phone,
    subjectAt: now,
    description: plan.description?.text ?? "",
    descriptionId: plan.description?.id ?? "",
    descriptionBy: creator.phone,
    descriptionAt: now,
    inviteCode: newInviteCode(),
    ...NEW_SETTINGS,
    ...plan.settings,
  };
  store.groups.put(group);
  store.members.put(group.id, { phone: creator.phone, role: "owner" });
  const others = plan.people.filter(({ phone }) => phone !== creator.phone);
  const outcomes = judgeAdds(transaction, group, creator, others);
  for (const { person, status } of outcomes) {
    if (status === 200) store.members.put(group.id, { phone: person.phone, role: "member" });
  }
  if (plan.crowd) {
    const { from, to } = crowd(transaction, plan.crowd);
    store.members.fill(group.id, from, to);
  }
  return { group, outcomes };
}

/** Notifies all members of a new group. */
export function tellOfFounding(world: World, transaction: Transaction, creator: Person, group: Group): void {
  tellMembers(world, transaction, group, creator, node("create", { type: "new" }, [groupNode(transaction, group)]));
}
