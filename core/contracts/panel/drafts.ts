import * as z from "zod";
import { CHAT_TYPES } from "../chats/chat.ts";

/** A message that an assistant wants to send, which someone on the team releases or discards. */
export const PanelDraft = z.object({
  id: z.string(),
  instance_id: z.string(),
  /** The recipient chat and, if known, its name. */
  chat_id: z.string(),
  chat_type: z.enum(CHAT_TYPES),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  /** When the person last wrote to this phone number. Null if they never wrote, or if the chat isn't with a person. */
  last_in_at: z.string().nullable(),
  type: z.string(),
  /** The text, or the file's caption. */
  body: z.string().nullable(),
  media: z.object({ mimetype: z.string(), filename: z.string().nullable(), url: z.string() }).nullable(),
  reply_to: z.string().nullable(),
  send_at: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  /** The API key that the assistant used. */
  key: z.object({
    id: z.string(),
    name: z.string().nullable(),
    last4: z.string().nullable(),
    is_revoked: z.boolean(),
  }),
});
export type PanelDraft = z.infer<typeof PanelDraft>;
