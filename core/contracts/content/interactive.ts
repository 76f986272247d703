import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, responseMaxBytes } = CONTENT_LIMITS;

/** The kinds of answers that people select rather than type. */
export const INTERACTIVE_TYPES = ["button_reply", "list_reply", "flow_reply"] as const;

/** Someone's choice from a message's buttons or list, or the form they filled in. Our choice: docs/decisions/0187. */
export const Interactive = z
  .object({
    type: z.enum(INTERACTIVE_TYPES),
    id: z.string().max(idMaxChars).nullable().meta({
      description: "The choice's id, as its sender gave it; going, not_going or maybe for an answer to an event",
    }),
    title: z.string().max(nameMaxChars).nullable().meta({ description: "The choice's text, as phones show it" }),
    description: z
      .string()
      .max(sentenceMaxChars)
      .nullable()
      .meta({ description: "The second line of a list's row; of an answer to an event how many come along, as +2" }),
    response: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: `The answers of a form; null when there are none, or more than ${responseMaxBytes} bytes` }),
  })
  .meta({
    id: "Interactive",
    description: "What was chosen or filled in; body has the choice's text, or its id when it came without one",
    examples: [{ type: "button_reply", id: "size-m", title: "Medium", description: null, response: null }],
  });
export type Interactive = z.infer<typeof Interactive>;
