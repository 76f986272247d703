import * as z from "zod";
import type { GroupSettings } from "../../store/groups/groups-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import {
  changeDescription,
  changeGroupSetting,
  changeSubject,
  lockGrowth,
  newDescriptionId,
  renewInvite,
} from "../../world/groups/change-group.ts";
import { createGroup } from "../../world/groups/create-group.ts";
import { endGroup } from "../../world/groups/end-group.ts";
import { renumberMember } from "../../world/groups/renumber-member.ts";
import { presentGroup, presentOutcomes } from "../answers/present-group.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { changeGroupOf, groupOf, orConflict } from "../requests/group-change.ts";
import { NoBody, ok, route } from "../requests/route.ts";

const Settings = {
  messages_admins_only: z.boolean().optional(),
  info_admins_only: z.boolean().optional(),
  add_admins_only: z.boolean().optional(),
  join_approval: z.boolean().optional(),
  disappearing_seconds: z.int().min(0).optional(),
};

/** The names of a group's settings in the sandbox API, paired with the network's names. */
const SETTINGS = [
  ["messages_admins_only", "announcement"],
  ["info_admins_only", "locked"],
  ["add_admins_only", "admins_add"],
  ["join_approval", "join_approval"],
  ["disappearing_seconds", "disappearing_seconds"],
] as const;

/**
 * `addressing` is the kind of ids that members use to refer to each other. New groups on the real network use private
 * ids. `crowd` is the number of additional members, whose phones don't have to be created first. They are always the
 * same people, with their phones switched off.
 */
const NewGroup = z.object({
  subject: z.string().min(1).max(100),
  owner: PhoneNumber,
  participants: z.array(PhoneNumber).max(1023).default([]),
  crowd: z.int().min(0).max(5000).default(0),
  description: z.string().max(2048).optional(),
  addressing: z.enum(["private_id", "number"]).default("private_id"),
  ...Settings,
});

/** `groups` is the number of groups. The nth group is called `<subject> <n>`. */
const ManyGroups = NewGroup.extend({ groups: z.int().min(1).max(1000) });

/**
 * `by` is the person who makes the change, by default the group's owner. `renew_invite` invalidates earlier links.
 * `size_limit` is the maximum number of members, by default 1024. `growth_locked_seconds` is how long nobody can join
 * by link, on the gateway's clock.
 */
const GroupChanges = z.object({
  by: PhoneNumber.optional(),
  subject: z.string().min(1).max(100).optional(),
  description: z.string().max(2048).optional(),
  ...Settings,
  renew_invite: z.boolean().optional(),
  size_limit: z.int().min(1).max(100_000).optional(),
  growth_locked_seconds: z.int().min(0).optional(),
});

const Renumbering = z.object({ old: PhoneNumber, new: PhoneNumber, by: z.undefined().optional() });

const Ending = z.object({ by: PhoneNumber.optional() });

/** Routes for managing groups on behalf of their members. */
export const groupRoutes = [
  route("POST /groups", NewGroup, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, body.owner);
      const { group, outcomes } = orConflict(() =>
        createGroup(deps.world, transaction, owner, planOf(transaction, body, body.subject)),
      );
      const not_added = presentOutcomes(outcomes).filter(({ status }) => status !== 200);
      return ok({ ...presentGroup(transaction, group), not_added }, 201);
    }),
  ),

  /**
   * Creates many groups with the same people in one request, to resemble a number that has been in use for a long time.
   */
  route("POST /groups/many", ManyGroups, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, body.owner);
      const chat_ids = Array.from({ length: body.groups }, (_, index) => {
        const plan = planOf(transaction, body, `${body.subject} ${index + 1}`);
        return orConflict(() => createGroup(deps.world, transaction, owner, plan)).group.id;
      });
      return ok({ chat_ids }, 201);
    }),
  ),

  route("GET /groups/{chat_id}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => ok(presentGroup(transaction, groupOf(transaction, param("chat_id"))))),
  ),

  route("PATCH /groups/{chat_id}", GroupChanges, (request) =>
    changeGroupOf(request, ({ transaction, group, actor }) => {
      const { world } = request.deps;
      const { body } = request;
      const current = () => groupOf(transaction, group.id);
      if (body.subject !== undefined) changeSubject(world, transaction, current(), actor, body.subject);
      if (body.description !== undefined) {
        const description = { text: body.description, id: newDescriptionId() };
        changeDescription(world, transaction, current(), actor, description);
      }
      for (const [field, name] of SETTINGS) {
        const value = body[field];
        if (value !== undefined) changeGroupSetting(world, transaction, current(), actor, name, value);
      }
      if (body.renew_invite) renewInvite(world, transaction, current(), actor);
      if (body.size_limit !== undefined) transaction.store.growth.setSizeLimit(group.id, body.size_limit);
      if (body.growth_locked_seconds !== undefined) {
        const until = new Date(transaction.now.getTime() + body.growth_locked_seconds * 1000);
        lockGrowth(world, transaction, current(), actor, until);
      }
    }),
  ),

  /** Deletes the group for everyone. */
  route("DELETE /groups/{chat_id}", Ending, (request) =>
    changeGroupOf(request, ({ transaction, group, actor }) => endGroup(request.deps.world, transaction, group, actor)),
  ),

  /** Changes a member's phone number. The new number must belong to a person with a phone in this network. */
  route("POST /groups/{chat_id}/renumber", Renumbering, (request) =>
    changeGroupOf(request, ({ transaction, group }) => {
      const before = personOf(transaction, request.body.old);
      const after = personOf(transaction, request.body.new);
      renumberMember(request.deps.world, transaction, group, before, after);
    }),
  ),
];

function planOf(transaction: Transaction, body: z.infer<typeof NewGroup>, subject: string) {
  const given = SETTINGS.flatMap(([field, name]) => (body[field] === undefined ? [] : [[name, body[field]]]));
  return {
    subject,
    people: body.participants.map((phone) => personOf(transaction, phone)),
    crowd: body.crowd,
    form: body.addressing === "number" ? ("pn" as const) : ("lid" as const),
    description: body.description ? { text: body.description, id: newDescriptionId() } : undefined,
    // The names come from the table above, so they are exactly the names of the settings.
    settings: Object.fromEntries(given) as Partial<GroupSettings>,
  };
}
