import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { fileData, fileUrl } from "../media/send-media.ts";
import { maybeEmpty, text, words } from "../text.ts";

const name = words("name", LIMITS.channelNameMaxChars, { trimmed: true }).meta({ example: "News" });
const description = maybeEmpty("description", LIMITS.channelDescriptionMaxChars)
  .nullable()
  .meta({ description: "null or an empty text: none" });
const picture = z
  .object({
    url: fileUrl.meta({ description: "Public address of a JPEG or PNG of at most 5 MB. Use this or data." }),
    data: fileData.meta({ description: "A JPEG or PNG as base64. Use this or url." }),
  })
  .nullable()
  .meta({
    description: `At least ${LIMITS.groupPictureMinPx} pixels on each side; its middle is shown. null: none`,
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
  "Give a channel's link, like https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQr, or the code in it.";

/** GET /v1/instances/{id}/channels/preview. */
export const ChannelQuery = z.object({
  invite: text(LIMITS.inviteMaxChars, INVITE_RULE)
    .min(1, INVITE_RULE)
    .meta({ description: "The link, or its code", example: "https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQr" }),
});
