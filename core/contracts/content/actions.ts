import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, urlMaxChars, phoneMaxChars, actionsMax } = CONTENT_LIMITS;

/** The kinds of buttons and list rows, by their effect. */
export const ACTION_TYPES = ["reply", "url", "call", "copy", "row", "flow", "payment", "location", "other"] as const;

/** A button or list row in a received message. Rationale: docs/decisions/0187. */
export const OfferedAction = z
  .object({
    type: z.enum(ACTION_TYPES),
    text: z.string().max(nameMaxChars).nullable(),
    id: z.string().max(idMaxChars).nullable().meta({ description: "The id that an answer to this action contains" }),
    url: z.string().max(urlMaxChars).nullable(),
    phone: z.string().max(phoneMaxChars).nullable().meta({ description: "The phone, as it is written in the message" }),
    code: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The text that the button copies to the clipboard" }),
    description: z.string().max(sentenceMaxChars).nullable().meta({ description: "The second line of a list row" }),
    section: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The section of the list that the row belongs to" }),
    card: z.int().nullable().meta({ description: "The number of the card, starting at 1; null if there are no cards" }),
  })
  .meta({ id: "OfferedAction" });
export type OfferedAction = z.infer<typeof OfferedAction>;

/** The buttons and list rows in a received message. */
export const Actions = z
  .array(OfferedAction)
  .max(actionsMax)
  .meta({
    description: `The first ${actionsMax} buttons and list rows in the message`,
    examples: [
      [
        {
          type: "url",
          text: "Track it",
          id: null,
          url: "https://shop.example.com/orders/1042",
          phone: null,
          code: null,
          description: null,
          section: null,
          card: null,
        },
      ],
    ],
  });
