import * as z from "zod";
import type { Person } from "../../store/people-table.ts";
import { changeMembers, leaveGroup } from "../../world/groups/change-members.ts";
import { acceptOffer, answerRequests, joinGroup, withdrawRequests } from "../../world/groups/join-group.ts";
import type { World } from "../../world/world.ts";
import { presentOutcomes } from "../answers/present-group.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { changeGroupOf, type GroupChange } from "../requests/group-change.ts";
import { route } from "../requests/route.ts";

/**
 * Actions that people perform for themselves. `accept` means accepting an invitation that the person received instead
 * of being added.
 */
const OWN_ACTIONS = ["join", "leave", "withdraw", "accept"] as const;

/**
 * `code` is the invitation code for `accept`. It defaults to the code that the person received. All other actions are
 * performed by `by`, or by the group's owner if `by` is omitted, and the answer has one outcome per person.
 */
const MemberChange = z.object({
  action: z.enum(["add", "remove", "promote", "demote", "approve", "reject", ...OWN_ACTIONS]),
  participants: z.array(PhoneNumber).min(1),
  by: PhoneNumber.optional(),
  code: z.string().optional(),
});

type Change = (world: World, change: GroupChange, people: readonly Person[], code?: string) => unknown;

/** Routes for joining and leaving a group, and for changing members and their roles. */
export const groupMemberRoutes = [
  route("POST /groups/{chat_id}/participants", MemberChange, (request) =>
    changeGroupOf(request, (change) => {
      const people = request.body.participants.map((phone) => personOf(change.transaction, phone));
      return CHANGES[request.body.action](request.deps.world, change, people, request.body.code);
    }),
  ),
];

const CHANGES: Readonly<Record<z.infer<typeof MemberChange>["action"], Change>> = {
  add: byAdmin("add"),
  remove: byAdmin("remove"),
  promote: byAdmin("promote"),
  demote: byAdmin("demote"),
  approve: answered("approve"),
  reject: answered("reject"),
  join: each((world, { transaction, group }, person) => joinGroup(world, transaction, group, person)),
  leave: each((world, { transaction, group }, person) => leaveGroup(world, transaction, group, person)),
  withdraw: each((world, { transaction, group }, person) =>
    withdrawRequests(world, transaction, group, person, [person]),
  ),
  accept: each((world, { transaction, group }, person, code) => {
    const own = transaction.store.invites.offered(group.id, person.phone)?.code;
    acceptOffer(world, transaction, group, person, code ?? own);
  }),
};

function byAdmin(action: "add" | "remove" | "promote" | "demote"): Change {
  return (world, { transaction, group, actor }, people) => ({
    outcomes: presentOutcomes(changeMembers(world, transaction, group, actor, action, people)),
  });
}

function answered(answer: "approve" | "reject"): Change {
  return (world, { transaction, group, actor }, people) => ({
    outcomes: presentOutcomes(answerRequests(world, transaction, group, actor, answer, people)),
  });
}

function each(act: (world: World, change: GroupChange, person: Person, code?: string) => unknown): Change {
  return (world, change, people, code) => {
    for (const person of people) act(world, change, person, code);
  };
}
