import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { GroupSettingsBody, groupDescription, groupPicture, groupSubject } from "./change-group.ts";
import { Group } from "./group.ts";
import { givenPeople } from "./people.ts";

/** POST /v1/instances/{id}/groups. */
export const CreateGroupBody = z
  .object({
    subject: groupSubject,
    participants: givenPeople(0, LIMITS.groupAddsMax),
    description: groupDescription.optional(),
    picture: groupPicture.optional(),
    settings: GroupSettingsBody.optional(),
  })
  .meta({ id: "CreateGroup" });
export type CreateGroupBody = z.infer<typeof CreateGroupBody>;

/** The reasons why someone is not in a new group. */
export const NOT_ADDED_REASONS = ["privacy", "not_on_messenger", "refused"] as const;

/** A person whom the network did not add to a new group as requested. */
export const NotAdded = z
  .object({
    id: z.string().meta({ description: "The network's id for the person" }),
    phone: z.string().nullable().meta({ description: "Digits only; null while the number is hidden" }),
    reason: z.enum(NOT_ADDED_REASONS).meta({ description: "privacy means that the person's own settings forbid it" }),
  })
  .meta({ id: "NotAdded" });
export type NotAdded = z.infer<typeof NotAdded>;

/** Advice for people who read the response. */
export const hint = z.string().nullable().meta({
  description: "Advice for people: an invite link is safer for the number than adding members directly",
});

/** A new group, together with the people who were not added to it. */
export const CreatedGroup = Group.extend({ not_added: z.array(NotAdded), hint }).meta({ id: "CreatedGroup" });
export type CreatedGroup = z.infer<typeof CreatedGroup>;
