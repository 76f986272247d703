import * as z from "zod";

/** Roles in a group. Spec: groups. */
export const GROUP_ROLES = ["owner", "admin", "member"] as const;

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });
const role = z.enum(GROUP_ROLES);

/** A member of a group as customers see it. */
export const GroupParticipant = z
  .object({
    id: z.string().meta({ description: "The network's id for the person, as used in the group" }),
    phone: z.string().nullable().meta({ description: "Digits only; null while the number is hidden" }),
    role,
  })
  .meta({ id: "GroupParticipant" });

/** A group's settings. */
export const GroupSettings = z
  .object({
    messages_admins_only: z.boolean().meta({ description: "Whether only admins can write" }),
    info_admins_only: z
      .boolean()
      .meta({ description: "Whether only admins can change the subject, description and picture" }),
    add_admins_only: z.boolean().meta({ description: "Whether only admins can add people" }),
    join_approval: z.boolean().meta({ description: "Whether admins must approve people who join by the link" }),
    disappearing_seconds: z
      .int()
      .meta({ description: "The number of seconds until messages disappear; 0 if they don't" }),
  })
  .meta({ id: "GroupSettings" });

/** A group as lists show it. Spec: groups. */
export const GroupSummary = z
  .object({
    id: z.string().meta({ description: "The same as chat_id in messages and events" }),
    subject: z.string(),
    description: z.string().nullable(),
    owner: z.string().nullable().meta({
      description: "The group's creator: the digits of the phone if known, otherwise the private id; null if unknown",
    }),
    created_at: time.nullable(),
    picture_url: z
      .string()
      .nullable()
      .meta({ description: "A link that works for 24 hours; null if no picture is known" }),
    size: z.int(),
    my_role: role.nullable().meta({ description: "null if the instance is not in the group" }),
    settings: GroupSettings,
  })
  .meta({ id: "GroupSummary" });
export type GroupSummary = z.infer<typeof GroupSummary>;

/** One group, with its members. */
export const Group = GroupSummary.extend({ participants: z.array(GroupParticipant) }).meta({ id: "Group" });
export type Group = z.infer<typeof Group>;
