import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, urlMaxChars } = CONTENT_LIMITS;

/** The kinds of places that an invitation leads to. */
export const INVITE_KINDS = ["group", "channel_admin", "channel"] as const;

/** An invitation to a group or channel. Rationale: docs/decisions/0187. */
export const ReceivedInvite = z
  .object({
    kind: z
      .enum(INVITE_KINDS)
      .meta({ description: "channel_admin is an invitation to become an admin of the channel" }),
    id: z.string().max(idMaxChars).nullable().meta({ description: "The id of the group or channel" }),
    name: z.string().max(nameMaxChars).nullable(),
    code: z.string().max(idMaxChars).nullable(),
    link: z
      .string()
      .max(urlMaxChars)
      .nullable()
      .meta({ description: "Only for a group: pass this code to POST …/groups/join" }),
    expires_at: z.string().nullable().meta({ description: "ISO 8601 with offset" }),
  })
  .meta({
    id: "ReceivedInvite",
    examples: [
      {
        kind: "group",
        id: "120363020000000001@g.us",
        name: "Regulars",
        code: "AbCdEfGhIjKlMnOpQrStUv",
        link: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv",
        expires_at: "2026-11-23T09:30:00+00:00",
      },
    ],
  });
export type ReceivedInvite = z.infer<typeof ReceivedInvite>;
