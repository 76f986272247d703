import * as z from "zod";

/** The linked number's own role in a channel. Spec: channels. */
export const CHANNEL_ROLES = ["owner", "admin", "subscriber"] as const;
export type ChannelRole = (typeof CHANNEL_ROLES)[number];

/** A channel: only a few people post in it, but anyone can follow it. Spec: channels. */
export const Channel = z
  .object({
    id: z.string().meta({
      description: "The id, which is also the chat_id of the channel's posts",
      example: "120363000000000001@newsletter",
    }),
    name: z.string(),
    description: z.string().nullable(),
    invite_link: z.string().nullable().meta({ example: "https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQr" }),
    picture_url: z
      .string()
      .nullable()
      .meta({ description: "A link that works for 24 hours; null if no picture is known" }),
    role: z
      .enum(CHANNEL_ROLES)
      .nullable()
      .meta({ description: "The instance's role; null if it does not follow the channel" }),
    verified: z.boolean().meta({ description: "Whether the network has verified the channel" }),
    subscribers: z.int().min(0).meta({ description: "The network's count when it was last fetched" }),
  })
  .meta({ id: "Channel" });
export type Channel = z.infer<typeof Channel>;
