import * as z from "zod";
import { BROADCAST_LANGUAGES } from "../broadcasts/broadcast-states.ts";
import { LIMITS } from "../limits.ts";
import { SendMedia } from "../media/send-media.ts";
import { text } from "../text.ts";
import { MENU_LIMITS } from "./answer-limits.ts";
import { MENU_OUTCOMES } from "./answer-states.ts";
import { LANGUAGE_RULE } from "./change-auto-reply.ts";

const OUTCOME_RULE = `The outcome must be one of: ${MENU_OUTCOMES.join(", ")}.`;
const CHOICES_RULE = `There are too many choices. Use at most ${MENU_LIMITS.choicesMax}.`;

/**
 * The factor that makes the schema's bound far higher than the real limit, which `checkMenu` enforces because it can
 * report the position of the faulty choice.
 */
const FAR = 10;
function bounded(max: number) {
  return text(max * FAR, `The text is too long. Use at most ${max} characters.`).meta({ maxLength: max });
}

/** A choice's file, passed as a URL, as data, or as the id of a file already in the menu. */
const GivenMenuMedia = SendMedia.extend({
  id: text(LIMITS.idMaxChars, "The menu has no such file.")
    .nullish()
    .meta({ description: "The id of a file that GET returned. The file stays unchanged, and `url` is ignored" }),
}).meta({
  description: "A file, in the same form as in POST /v1/messages. You can send back a file from GET unchanged",
});
export type GivenMenuMedia = z.infer<typeof GivenMenuMedia>;

const choice = {
  label: bounded(MENU_LIMITS.labelMaxChars).meta({ example: "Opening hours" }),
  outcome: z.enum(MENU_OUTCOMES, OUTCOME_RULE).meta({
    description:
      "`answer` sends the answer, `handover` leaves the chat to your team, `ai` leaves it to the AI agent, and `menu` shows more choices",
  }),
  answer: bounded(MENU_LIMITS.answerMaxChars)
    .nullish()
    .meta({ description: "Only for the outcome `answer`, which needs a text, media or both" }),
  media: GivenMenuMedia.nullish(),
};
const InnerChoice = z.object(choice);
const GivenChoice = z.object({
  ...choice,
  choices: z
    .array(InnerChoice)
    .max(MENU_LIMITS.choicesMax, CHOICES_RULE)
    .nullish()
    .meta({ description: "Only for the outcome `menu`" }),
});

/** PUT /v1/instances/{id}/menu: replaces the whole menu. Spec: Menu (per instance). */
export const ReplaceMenuBody = z
  .object({
    enabled: z.boolean(),
    greeting: bounded(MENU_LIMITS.greetingMaxChars)
      .nullish()
      .meta({ description: "The text above the list. Required when the menu is on" }),
    handover_message: bounded(MENU_LIMITS.handoverMaxChars)
      .nullish()
      .meta({ description: "The text sent for the outcome `handover`" }),
    choices: z.array(GivenChoice).max(MENU_LIMITS.choicesMax, CHOICES_RULE),
    language: z.enum(BROADCAST_LANGUAGES, LANGUAGE_RULE).nullish().meta({
      description: "The language of number words, such as two or three; null for the language of the number's country",
    }),
  })
  .meta({ id: "ReplaceMenu" });
export type ReplaceMenuBody = z.infer<typeof ReplaceMenuBody>;

const MenuMedia = z
  .object({
    id: z
      .string()
      .nullable()
      .meta({ description: "Send this id back in PUT to keep the file; null for a file given by url" }),
    url: z.string().meta({ description: "The address you provided, or a link that works for 24 hours" }),
    mimetype: z.string(),
    filename: z.string().nullable(),
    voice: z.boolean(),
    size_bytes: z.int().nullable(),
  })
  .meta({ id: "MenuMedia" });
const shownChoice = {
  label: z.string(),
  outcome: z.enum(MENU_OUTCOMES),
  answer: z.string().nullable(),
  media: MenuMedia.nullable(),
};
const ShownInner = z.object(shownChoice);

/** A menu as returned by GET. The same document can be sent back with PUT. Spec: Menu (per instance). */
export const Menu = z
  .object({
    enabled: z.boolean(),
    greeting: z.string(),
    handover_message: z.string(),
    choices: z.array(z.object({ ...shownChoice, choices: z.array(ShownInner).nullable() })),
    language: z.string().nullable(),
  })
  .meta({ id: "Menu" });
export type Menu = z.infer<typeof Menu>;
