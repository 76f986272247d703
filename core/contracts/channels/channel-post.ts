import * as z from "zod";
import { MESSAGE_TYPES } from "../message-types.ts";

/** A channel post as the network currently shows it. Spec: channels. */
export const ChannelPost = z
  .object({
    id: z.string().meta({
      description:
        "For a post sent through the service, its message id (msg_…); otherwise the network's id for the post",
    }),
    type: z.enum(MESSAGE_TYPES).nullable().meta({ description: "null if this kind of post can't be shown" }),
    text: z.string().nullable().meta({ description: "The text, or the file's caption" }),
    media: z
      .object({
        url: z.string().nullable().meta({ description: "The network's own link, which works for a few days" }),
        mimetype: z.string(),
        filename: z.string().nullable(),
        size_bytes: z.int().nullable(),
      })
      .nullable(),
    views: z.int().min(0),
    reactions: z.array(z.object({ emoji: z.string(), count: z.int().min(0) })),
    created_at: z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "ChannelPost" });
export type ChannelPost = z.infer<typeof ChannelPost>;
