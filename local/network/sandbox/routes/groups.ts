import * as z from "zod";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { changeDescription, changeGroupSetting, changeSubject, renewInvite } from "../../world/groups/change-group.ts";
import { changeMembers, joinGroup, leaveGroup } from "../../world/groups/change-members.ts";
import { createGroup } from "../../world/groups/create-group.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { presentGroup } from "../answers/present-group.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxAnswer, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** `addressing`: how members name each other; new groups of the real network use private ids. */
const NewGroup = z.object({
  subject: z.string().min(1).max(100),
  owner: PhoneNumber,
  participants: z.array(PhoneNumber).default([]),
  description: z.string().max(2048).optional(),
  addressing: z.enum(["private_id", "number"]).default("private_id"),
});

/** `join`: by invite link, each for themselves; `leave`: each by themselves. The others are done by `by`. */
const MemberChange = z.object({
  action: z.enum(["add", "remove", "promote", "demote", "join", "leave"]),
  participants: z.array(PhoneNumber).min(1),
  by: PhoneNumber.optional(),
});

/** `by`: who changes it; the group's owner when left out. `renew_invite`: links given out before lead nowhere. */
const GroupChange = z.object({
  by: PhoneNumber.optional(),
  subject: z.string().min(1).max(100).optional(),
  description: z.string().max(2048).optional(),
  messages_admins_only: z.boolean().optional(),
  info_admins_only: z.boolean().optional(),
  add_admins_only: z.boolean().optional(),
  join_approval: z.boolean().optional(),
  disappearing_seconds: z.int().min(0).optional(),
  renew_invite: z.boolean().optional(),
});

/** The sandbox's names of a group's settings. */
const SETTINGS = [
  ["messages_admins_only", "announcement"],
  ["info_admins_only", "locked"],
  ["add_admins_only", "admins_add"],
  ["join_approval", "join_approval"],
  ["disappearing_seconds", "disappearing_seconds"],
] as const;

/** Groups, from the side of the people in them. */
export const groupRoutes = [
  route("POST /groups", NewGroup, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, body.owner);
      const people = body.participants.map((phone) => personOf(transaction, phone));
      const form = body.addressing === "number" ? "pn" : "lid";
      const group = createGroup(deps.world, transaction, owner, body.subject, people, form);
      if (body.description) changeDescription(deps.world, transaction, group, owner, body.description);
      return ok(presentGroup(transaction, groupOf(transaction, group.id)), 201);
    }),
  ),

  route("GET /groups/{chat_id}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => ok(presentGroup(transaction, groupOf(transaction, param("chat_id"))))),
  ),

  route("POST /groups/{chat_id}/participants", MemberChange, (request) =>
    change(request, ({ transaction, group, actor }) => {
      const { world } = request.deps;
      const { action } = request.body;
      const people = request.body.participants.map((phone) => personOf(transaction, phone));
      if (action === "join") for (const person of people) joinGroup(world, transaction, group, person);
      else if (action === "leave") for (const person of people) leaveGroup(world, transaction, group, person);
      else changeMembers(world, transaction, group, actor, action, people);
    }),
  ),

  route("PATCH /groups/{chat_id}", GroupChange, (request) =>
    change(request, ({ transaction, group, actor }) => {
      const { world } = request.deps;
      const { body } = request;
      const current = () => groupOf(transaction, group.id);
      if (body.subject !== undefined) changeSubject(world, transaction, current(), actor, body.subject);
      if (body.description !== undefined) changeDescription(world, transaction, current(), actor, body.description);
      for (const [field, name] of SETTINGS) {
        const value = body[field];
        if (value !== undefined) changeGroupSetting(world, transaction, current(), actor, name, value);
      }
      if (body.renew_invite) renewInvite(world, transaction, current(), actor);
    }),
  ),
];

/** A change of a group by somebody. */
interface Change {
  readonly transaction: Transaction;
  readonly group: Group;
  readonly actor: Person;
}

/** Does it and shows the group afterwards. */
function change<Body extends { by?: string | undefined }>(
  { deps, param, body }: SandboxRequest<Body>,
  make: (change: Change) => void,
): Promise<SandboxAnswer> {
  return deps.world.transactions.run((transaction) => {
    const group = groupOf(transaction, param("chat_id"));
    const actor = personOf(transaction, body.by ?? group.creator);
    try {
      make({ transaction, group, actor });
    } catch (error) {
      throw error instanceof GroupError ? new SandboxError("conflict", error.message) : error;
    }
    return ok(presentGroup(transaction, groupOf(transaction, group.id)));
  });
}

function groupOf(transaction: Transaction, id: string): Group {
  const group = transaction.store.groups.find(id);
  if (group) return group;
  throw new SandboxError("chat_not_found", `No group ${id} exists here; make one with POST /groups.`);
}
