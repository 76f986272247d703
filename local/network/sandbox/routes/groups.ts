import * as z from "zod";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Turn } from "../../store/turns.ts";
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
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, body.owner);
      const people = body.participants.map((phone) => personOf(turn, phone));
      const form = body.addressing === "number" ? "pn" : "lid";
      const group = createGroup(deps.world, turn, owner, body.subject, people, form);
      if (body.description) changeDescription(deps.world, turn, group, owner, body.description);
      return ok(presentGroup(turn, groupOf(turn, group.id)), 201);
    }),
  ),

  route("GET /groups/{chat_id}", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => ok(presentGroup(turn, groupOf(turn, param("chat_id"))))),
  ),

  route("POST /groups/{chat_id}/participants", MemberChange, (request) =>
    change(request, ({ turn, group, actor }) => {
      const { world } = request.deps;
      const { action } = request.body;
      const people = request.body.participants.map((phone) => personOf(turn, phone));
      if (action === "join") for (const person of people) joinGroup(world, turn, group, person);
      else if (action === "leave") for (const person of people) leaveGroup(world, turn, group, person);
      else changeMembers(world, turn, group, actor, action, people);
    }),
  ),

  route("PATCH /groups/{chat_id}", GroupChange, (request) =>
    change(request, ({ turn, group, actor }) => {
      const { world } = request.deps;
      const { body } = request;
      const current = () => groupOf(turn, group.id);
      if (body.subject !== undefined) changeSubject(world, turn, current(), actor, body.subject);
      if (body.description !== undefined) changeDescription(world, turn, current(), actor, body.description);
      for (const [field, name] of SETTINGS) {
        const value = body[field];
        if (value !== undefined) changeGroupSetting(world, turn, current(), actor, name, value);
      }
      if (body.renew_invite) renewInvite(world, turn, current(), actor);
    }),
  ),
];

/** A change of a group by somebody. */
interface Change {
  readonly turn: Turn;
  readonly group: Group;
  readonly actor: Person;
}

/** Does it and shows the group afterwards. */
function change<Body extends { by?: string | undefined }>(
  { deps, param, body }: SandboxRequest<Body>,
  make: (change: Change) => void,
): Promise<SandboxAnswer> {
  return deps.world.turns.take((turn) => {
    const group = groupOf(turn, param("chat_id"));
    const actor = personOf(turn, body.by ?? group.creator);
    try {
      make({ turn, group, actor });
    } catch (error) {
      throw error instanceof GroupError ? new SandboxError("conflict", error.message) : error;
    }
    return ok(presentGroup(turn, groupOf(turn, group.id)));
  });
}

function groupOf(turn: Turn, id: string): Group {
  const group = turn.store.groups.find(id);
  if (group) return group;
  throw new SandboxError("chat_not_found", `No group ${id} exists here; make one with POST /groups.`);
}
