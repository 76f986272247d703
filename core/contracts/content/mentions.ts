import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, phoneMaxChars, mentionsMax } = CONTENT_LIMITS;

/** A person or group mentioned in a received text. Rationale: docs/decisions/0187. */
export const Mention = z
  .object({
    id: z.string().max(idMaxChars).meta({ description: "The network's id for the person or group" }),
    phone: z
      .string()
      .max(phoneMaxChars)
      .nullable()
      .meta({ description: "null if the number is hidden, and for a group" }),
    name: z.string().max(nameMaxChars).nullable().meta({
      description:
        "The person's saved name, or otherwise the name they have chosen. For a group, the name sent with the message",
    }),
    is_me: z.boolean().meta({ description: "Whether the linked number itself is mentioned" }),
    text: z.string().max(phoneMaxChars).nullable().meta({
      description: "The part of body that represents the mention; null if there is none",
    }),
  })
  .meta({ id: "Mention" });
export type Mention = z.infer<typeof Mention>;

/** The people and groups mentioned in a received text. */
export const Mentions = z
  .array(Mention)
  .max(mentionsMax)
  .meta({
    description: `The first ${mentionsMax} people mentioned. mentions_count has the total`,
    examples: [
      [
        {
          id: "5511999990001@s.whatsapp.net",
          phone: "5511999990001",
          name: null,
          is_me: false,
          text: "@5511999990001",
        },
      ],
    ],
  });
