import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { hint } from "./create-group.ts";
import { givenPeople } from "./people.ts";

/** POST …/participants. */
export const AddMembersBody = z
  .object({
    participants: givenPeople(1, LIMITS.groupAddsMax),
    invite: z.boolean().optional().meta({
      description:
        "Whether to send an invitation message to people who can only be invited. If not, they get no message",
    }),
  })
  .meta({ id: "AddGroupMembers" });

/** POST …/participants/remove, …/promote and …/demote. */
export const ChangeMembersBody = z
  .object({ participants: givenPeople(1, LIMITS.groupPeopleMax) })
  .meta({ id: "ChangeGroupMembers" });

/** The possible outcomes of a change to one person in a group. */
export const MEMBER_RESULTS = [
  "added",
  "already",
  "invited",
  "refused",
  "not_found",
  "removed",
  "promoted",
  "demoted",
] as const;
export type MemberResultName = (typeof MEMBER_RESULTS)[number];

/** The reasons that an outcome can have. */
export const MEMBER_REASONS = [
  "daily_cap",
  "quiet_hours",
  "new_chats_paused",
  "privacy",
  "left_recently",
  "blocked",
  "group_full",
  "not_on_messenger",
  "not_a_member",
  "other",
] as const;
export type MemberReason = (typeof MEMBER_REASONS)[number];

/** The outcome of a change to one person in a group. */
export const GroupMemberResult = z
  .object({
    id: z.string().meta({ description: "The network's id for the person" }),
    phone: z.string().nullable().meta({ description: "Digits only; null while the number is hidden" }),
    result: z.enum(MEMBER_RESULTS).meta({
      description:
        "already: nothing had to change. invited: an invitation message to this person was accepted for sending",
    }),
    reason: z.enum(MEMBER_REASONS).nullable().meta({
      description:
        "daily_cap, quiet_hours, new_chats_paused: not attempted, in order to protect the number. privacy: the person's settings forbid it. blocked: the person has blocked the number.",
    }),
  })
  .meta({ id: "GroupMemberResult" });
export type GroupMemberResult = z.infer<typeof GroupMemberResult>;

/** The response to adding people to a group: one outcome per person, in the order of the request. */
export const AddedMembers = z.object({ data: z.array(GroupMemberResult), hint });
