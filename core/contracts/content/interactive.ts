import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, responseMaxBytes } = CONTENT_LIMITS;

/** The kinds of answers that people select rather than type. */
export const INTERACTIVE_TYPES = ["button_reply", "list_reply", "flow_reply"] as const;

/** A person's choice from a message's buttons or list, or the form they filled in. Rationale: docs/decisions/0187. */
export const Interactive = z
  .object({
    type: z.enum(INTERACTIVE_TYPES),
    id: z.string().max(idMaxChars).nullable().meta({
      description:
        "The id of the choice, as set by the sender of the question. For an answer to an event: going, not_going or maybe",
    }),
    title: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The text of the choice, as phones display it" }),
    description: z.string().max(sentenceMaxChars).nullable().meta({
      description:
        "The second line of a list row. For an answer to an event: how many guests the person brings, such as +2",
    }),
    response: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description: `The answers in a form; null if there are none, or if they are larger than ${responseMaxBytes} bytes`,
      }),
  })
  .meta({
    id: "Interactive",
    description:
      "What the person chose or filled in. body has the text of the choice, or its id if it arrived without a text",
    examples: [{ type: "button_reply", id: "size-m", title: "Medium", description: null, response: null }],
  });
export type Interactive = z.infer<typeof Interactive>;
