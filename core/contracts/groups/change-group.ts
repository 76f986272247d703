import * as z from "zod";
import { DISAPPEARING_SECONDS } from "../durations.ts";
import { LIMITS } from "../limits.ts";
import { fileData, fileUrl } from "../media/send-media.ts";
import { maybeEmpty, words } from "../text.ts";

/** A group's subject in a request. */
export const groupSubject = words("subject", LIMITS.groupSubjectMaxChars, { trimmed: true }).meta({ example: "Team" });

/** A group's description in a request; empty means no description. */
export const groupDescription = maybeEmpty("description", LIMITS.groupDescriptionMaxChars)
  .nullable()
  .meta({ description: "null or an empty text removes it" });

/** A group's picture in a request. */
export const groupPicture = z
  .object({
    url: fileUrl.meta({ description: "Public address of a JPEG or PNG of at most 5 MB. Use this or data." }),
    data: fileData.meta({ description: "A JPEG or PNG as base64. Use this or url." }),
  })
  .nullable()
  .meta({
    description: `At least ${LIMITS.groupPictureMinPx} pixels on each side; its middle is shown. null removes it`,
  });

const TIMES_RULE = `Give one of: ${DISAPPEARING_SECONDS.join(", ")}.`;

/** A group's settings in a request: only those that change, or that differ from the defaults for a new group. */
export const GroupSettingsBody = z
  .object({
    messages_admins_only: z.boolean().optional().meta({ description: "Only admins can write" }),
    info_admins_only: z
      .boolean()
      .optional()
      .meta({ description: "Only admins can change subject, description and picture" }),
    add_admins_only: z.boolean().optional().meta({ description: "Only admins can add people" }),
    join_approval: z.boolean().optional().meta({ description: "Admins approve people who join by the link" }),
    disappearing_seconds: z
      .literal([...DISAPPEARING_SECONDS], TIMES_RULE)
      .optional()
      .meta({ description: "Seconds until messages disappear; 0: they stay" }),
  })
  .meta({ id: "ChangeGroupSettings" });
export type GroupSettingsBody = z.infer<typeof GroupSettingsBody>;

/** PATCH /v1/instances/{id}/groups/{group}: send only what changes. */
export const ChangeGroupBody = z
  .object({
    subject: groupSubject.optional(),
    description: groupDescription.optional(),
    picture: groupPicture.optional(),
    settings: GroupSettingsBody.optional(),
  })
  .meta({ id: "ChangeGroup" });
export type ChangeGroupBody = z.infer<typeof ChangeGroupBody>;
