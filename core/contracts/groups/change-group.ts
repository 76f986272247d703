import * as z from "zod";
import { DISAPPEARING_SECONDS } from "../durations.ts";
import { LIMITS } from "../limits.ts";
import { fileData, fileUrl } from "../media/send-media.ts";
import { maybeEmpty, words } from "../text.ts";

/** A group's subject in a request. */
export const groupSubject = words("subject", LIMITS.groupSubjectMaxChars, { trimmed: true }).meta({ example: "Team" });

/** A group's description in a request. An empty text removes the description. */
export const groupDescription = maybeEmpty("description", LIMITS.groupDescriptionMaxChars)
  .nullable()
  .meta({ description: "null or an empty string removes the description" });

/** A group's picture in a request. */
export const groupPicture = z
  .object({
    url: fileUrl.meta({ description: "The public address of a JPEG or PNG of at most 5 MB. Use either this or data." }),
    data: fileData.meta({ description: "A JPEG or PNG as base64. Use either this or url." }),
  })
  .nullable()
  .meta({
    description: `A picture of at least ${LIMITS.groupPictureMinPx} pixels on each side, cropped to its center; null removes the picture`,
  });

const TIMES_RULE = `Use one of: ${DISAPPEARING_SECONDS.join(", ")}.`;

/**
 * A group's settings in a request: only those that change or, for a new group, only those that differ from the
 * defaults.
 */
export const GroupSettingsBody = z
  .object({
    messages_admins_only: z.boolean().optional().meta({ description: "Whether only admins can write" }),
    info_admins_only: z
      .boolean()
      .optional()
      .meta({ description: "Whether only admins can change the subject, description and picture" }),
    add_admins_only: z.boolean().optional().meta({ description: "Whether only admins can add people" }),
    join_approval: z
      .boolean()
      .optional()
      .meta({ description: "Whether admins must approve people who join by the link" }),
    disappearing_seconds: z
      .literal([...DISAPPEARING_SECONDS], TIMES_RULE)
      .optional()
      .meta({ description: "The number of seconds until messages disappear; 0 if they don't" }),
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
