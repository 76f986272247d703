import * as z from "zod";
import { BROADCAST_LANGUAGES } from "../broadcasts/broadcast-states.ts";
import { maybeEmpty } from "../text.ts";
import { ANSWER_LIMITS } from "./answer-limits.ts";
import { OpeningHours } from "./hours.ts";
import { whole } from "./whole.ts";

/** The error message for a language without built-in texts. */
export const LANGUAGE_RULE = `Use one of ${BROADCAST_LANGUAGES.join(", ")}, or null.`;

const replyText = maybeEmpty("text", ANSWER_LIMITS.autoReplyMaxChars).nullable();

/** PATCH /v1/instances/{id}/auto-reply: send only what changes. Spec: AI agent, menu. */
export const ChangeAutoReplyBody = z
  .object({
    enabled: z.boolean().meta({ description: "The auto-reply can only be turned on if it has a text" }),
    text: replyText.meta({ description: "The text sent during the auto-reply's hours; null to send nothing" }),
    away_text: replyText.meta({
      description:
        "The text sent outside the auto-reply's hours, and when an active agent can't answer during the agent's hours. In the second case, `text` is sent if this is null",
    }),
    hours: OpeningHours.nullable().meta({ description: "When `text` is sent; null for always" }),
    every_hours: whole(1, ANSWER_LIMITS.everyHoursMax).meta({
      description: "The minimum number of hours between two auto-replies to the same person",
    }),
    language: z.enum(BROADCAST_LANGUAGES, LANGUAGE_RULE).nullable(),
  })
  .partial()
  .meta({ id: "ChangeAutoReply" });
export type ChangeAutoReplyBody = z.infer<typeof ChangeAutoReplyBody>;
