import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { words } from "../text.ts";
import { MENU_LIMITS } from "./answer-limits.ts";
import { ANSWERED_BY } from "./answer-states.ts";
import { whole } from "./whole.ts";

/** The error message for a position where the menu has no list. */
export const LEVEL_RULE = "The menu has no list at this place. Use the number of a choice that shows a list, e.g. [2].";

/** POST /v1/instances/{id}/automations/try. Spec: AI agent, menu. */
export const TryAnswerBody = z
  .object({
    text: words("text", LIMITS.textMaxChars).meta({ description: "A text that a person might send", example: "2" }),
    level: z
      .array(whole(1, MENU_LIMITS.choicesMax))
      .max(1, LEVEL_RULE)
      .nullish()
      .meta({
        description:
          "The menu list that is open in the chat: [] is the first list, [2] is the list of choice 2. Leave this out for a new chat",
        example: [2],
      }),
    call: z.boolean().nullish().meta({
      description:
        "Whether to also call the AI agent's provider, which is charged to your key. If not, the agent's text is null",
    }),
  })
  .meta({ id: "TryAnswer" });
export type TryAnswerBody = z.infer<typeof TryAnswerBody>;

/** Which automation would answer, and its answer. */
export const TriedAnswer = z
  .object({
    answered_by: z.enum(ANSWERED_BY).nullable().meta({ description: "null if nothing would answer" }),
    text: z
      .string()
      .nullable()
      .meta({ description: "null if there is no text, or if only a call to the agent would produce it" }),
    why: z
      .string()
      .meta({ description: "The reason, as a sentence for people", example: "The text matches a choice in the menu." }),
  })
  .meta({ id: "TriedAnswer" });
export type TriedAnswer = z.infer<typeof TriedAnswer>;
