import * as z from "zod";
import { MESSAGE_TYPES } from "../message-types.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, phoneMaxChars, quotedBodyMaxChars } = CONTENT_LIMITS;

/** The message that a received message replies to, if the gateway hasn't stored it. Rationale: docs/decisions/0187. */
export const Quoted = z
  .object({
    id: z.string().max(idMaxChars).nullable().meta({ description: "The network's id for the message" }),
    author_id: z.string().max(idMaxChars).nullable().meta({ description: "The network's id for the author" }),
    author_phone: z.string().max(phoneMaxChars).nullable(),
    type: z.enum(MESSAGE_TYPES).nullable().meta({ description: "null if the reply does not contain it" }),
    body: z.string().max(quotedBodyMaxChars).nullable().meta({ description: "The beginning of the message's text" }),
  })
  .meta({
    id: "QuotedMessage",
    description:
      "Only if reply_to is null: the status or the older message that this one replies to, as the reply describes it",
    examples: [
      {
        id: "3EB0C431C26A1916E07A",
        author_id: "5511988880000@s.whatsapp.net",
        author_phone: "5511988880000",
        type: "image",
        body: "New wines",
      },
    ],
  });
export type Quoted = z.infer<typeof Quoted>;
