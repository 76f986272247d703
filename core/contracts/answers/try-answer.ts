import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { words } from "../text.ts";
import { MENU_LIMITS } from "./answer-limits.ts";
import { ANSWERED_BY } from "./answer-states.ts";
import { whole } from "./whole.ts";

/** The error sentence for a place where the menu has no list. */
export const LEVEL_RULE = "The menu has no list at this place. Give the number of a choice that shows one, e.g. [2].";

/** POST /v1/instances/{id}/automations/try. Spec: AI agent, menu. */
export const TryAnswerBody = z
  .object({
    text: words("text", LIMITS.textMaxChars).meta({ description: "A text as a person might write it", example: "2" }),
    level: z
      .array(whole(1, MENU_LIMITS.choicesMax))
      .max(1, LEVEL_RULE)
      .nullish()
      .meta({
        description: "The menu's list that is open: [] is the first, [2] that of choice 2. Left out: a new chat",
        example: [2],
      }),
    call: z.boolean().nullish().meta({
      description: "Also ask the AI agent's provider, at the cost of its key. Otherwise its text is null",
    }),
  })
  .meta({ id: "TryAnswer" });
export type TryAnswerBody = z.infer<typeof TryAnswerBody>;

/** The automation that would answer, and its answer. */
export const TriedAnswer = z
  .object({
    answered_by: z.enum(ANSWERED_BY).nullable().meta({ description: "null: nobody" }),
    text: z.string().nullable().meta({ description: "null: there is none, or only a call of the agent would show it" }),
    why: z.string().meta({ description: "A sentence for people", example: "The text is a choice of the menu." }),
  })
  .meta({ id: "TriedAnswer" });
export type TriedAnswer = z.infer<typeof TriedAnswer>;
