import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, phoneMaxChars, mentionsMax } = CONTENT_LIMITS;

/** A person or group mentioned in a received text. Our choice: docs/decisions/0187. */
export const Mention = z
  .object({
    id: z.string().max(idMaxChars).meta({ description: "The network's id of the person or group" }),
    phone: z.string().max(phoneMaxChars).nullable().meta({ description: "null when hidden, and of a group" }),
    name: z.string().max(nameMaxChars).nullable().meta({
      description: "The name saved for the person, else the one that they show; of a group the one that came along",
    }),
    is_me: z.boolean().meta({ description: "Whether it is the linked number" }),
    text: z.string().max(phoneMaxChars).nullable().meta({
      description: "The piece of body that stands for it; null: there is none",
    }),
  })
  .meta({ id: "Mention" });
export type Mention = z.infer<typeof Mention>;

/** The people and groups mentioned in a received text. */
export const Mentions = z
  .array(Mention)
  .max(mentionsMax)
  .meta({
    description: `The people mentioned, the first ${mentionsMax}; mentions_count has how many`,
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
