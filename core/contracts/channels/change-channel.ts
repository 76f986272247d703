import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { fileData, fileUrl } from "../media/send-media.ts";
import { maybeEmpty, text, words } from "../text.ts";

const name = words("name", LIMITS.channelNameMaxChars, { trimmed: true }).meta({ example: "News" });
const description = maybeEmpty("description", LIMITS.channelDescriptionMaxChars)
  .nullable()
  .meta({ description: "null or an empty string for no description" });
const picture = z
  .object({
    url: fileUrl.meta({ description: "The public address of a JPEG or PNG of at most 5 MB. Use either this or data." }),
    data: fileData.meta({ description: "A JPEG or PNG as base64. Use either this or url." }),
  })
  .nullable()
  .meta({
    description: `A picture of at least ${LIMITS.groupPictureMinPx} pixels on each side, cropped to its center; null for no picture`,
  });

/** POST /v1/instances/{id}/channels. */
export const CreateChannelBody = z
  .object({ name, description: description.optional(), picture: picture.optional() })
  .meta({ id: "CreateChannel" });
export type CreateChannelBody = z.infer<typeof CreateChannelBody>;

/** PATCH /v1/instances/{id}/channels/{channel}: send only what changes. */
export const ChangeChannelBody = z
  .object({ name: name.optional(), description: description.optional(), picture: picture.optional() })
  .meta({ id: "ChangeChannel" });
export type ChangeChannelBody = z.infer<typeof ChangeChannelBody>;

const INVITE_RULE =
  "Use a channel's link, like https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQr, or the code in the link.";

/** GET /v1/instances/{id}/channels/preview. */
export const ChannelQuery = z.object({
  invite: text(LIMITS.inviteMaxChars, INVITE_RULE).min(1, INVITE_RULE).meta({
    description: "The link, or the code in it",
    example: "https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQr",
  }),
});
