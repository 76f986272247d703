import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { SendMedia } from "../media/send-media.ts";
import { maybeEmpty, text } from "../text.ts";

/** The placeholder names that a saved reply's text can contain in braces. */
export const REPLY_FIELDS = ["name", "number_name"] as const;
export type ReplyField = (typeof REPLY_FIELDS)[number];

const SHORTCUT_RULE = `Use a shortcut of 1 to ${LIMITS.shortcutMaxChars} letters, digits, - or _.`;
const SHORTCUT = /^\/?[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;
const shortcut = text(LIMITS.shortcutMaxChars * 2 + 1, SHORTCUT_RULE)
  .regex(SHORTCUT, SHORTCUT_RULE)
  .overwrite((given) => given.replace("/", "").normalize("NFC").toLowerCase())
  .refine((given) => [...given].length <= LIMITS.shortcutMaxChars, SHORTCUT_RULE)
  .meta({
    description: "The shortcut that people type after a slash. It is not case-sensitive, and each reply needs its own",
    example: "hours",
    override: { pattern: undefined },
  });

const replyText = maybeEmpty("text", LIMITS.textMaxChars).nullable().meta({
  description:
    "`{name}` becomes the person's name and `{number_name}` the instance's name. `{name|there}` has a word to use if the name is unknown, and `{{` is a literal brace. If the reply has a file, this text is its caption",
  example: "Hello {name|there}, we are open from 9 to 18.",
});

/** A file, passed as in POST /v1/messages or as the id of a file already in the saved reply. */
const GivenReplyMedia = SendMedia.extend({
  id: text(LIMITS.idMaxChars, "The saved reply has no such file.")
    .nullish()
    .meta({ description: "The id of a file that GET returned. The file stays unchanged, and `url` is ignored" }),
}).meta({
  description: "A file, in the same form as in POST /v1/messages. You can send back a file from GET unchanged",
});
export type GivenReplyMedia = z.infer<typeof GivenReplyMedia>;

/** POST /v1/saved-replies. A saved reply needs a text, a file, or both. */
export const CreateSavedReplyBody = z
  .object({ shortcut, text: replyText.optional(), media: GivenReplyMedia.nullish() })
  .meta({ id: "CreateSavedReply" });
export type CreateSavedReplyBody = z.infer<typeof CreateSavedReplyBody>;

/** PATCH /v1/saved-replies/{id}: send only what changes. */
export const UpdateSavedReplyBody = z
  .object({
    shortcut: shortcut.optional(),
    text: replyText.optional(),
    media: GivenReplyMedia.nullish().meta({ description: "null removes the file" }),
  })
  .meta({ id: "UpdateSavedReply" });
export type UpdateSavedReplyBody = z.infer<typeof UpdateSavedReplyBody>;

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const SavedReplyMedia = z
  .object({
    id: z.string().nullable().meta({ description: "Send this id back to keep the file; null for a file given by url" }),
    url: z.string().meta({ description: "The address you provided, or a link that works for 24 hours" }),
    mimetype: z.string(),
    filename: z.string().nullable(),
    voice: z.boolean(),
    size_bytes: z.int().nullable(),
  })
  .meta({ id: "SavedReplyMedia" });

/** A saved reply as customers see it. Our own addition: docs/decisions/0221. */
export const SavedReply = z
  .object({
    id: z.string().meta({ example: "rpl_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    shortcut: z.string().meta({ description: "Without the slash", example: "hours" }),
    text: z
      .string()
      .nullable()
      .meta({ description: "The text, with its variables in braces; null if the reply is only a file" }),
    media: SavedReplyMedia.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "SavedReply" });
export type SavedReply = z.infer<typeof SavedReply>;
