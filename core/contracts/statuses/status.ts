import * as z from "zod";
import { givenPeople } from "../groups/people.ts";
import { ID_PREFIXES, pathId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { SendMedia } from "../media/send-media.ts";
import { text, words } from "../text.ts";

/** The stages that a status goes through. Spec: statuses, `status`. */
export const STATUS_STEPS = ["queued", "sent", "failed"] as const;

/** The types of statuses. An audio status is a voice note. */
export const STATUS_TYPES = ["text", "image", "video", "audio"] as const;

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const COLOR_RULE = "Use a color in the form #rrggbb, e.g. #1fa855.";
const FONT_RULE = `Use a font from 0 to ${LIMITS.statusFontMax}.`;

/** POST /v1/instances/{id}/statuses: a text, or media with an optional text as its caption. */
export const PostStatusBody = z
  .object({
    text: words("text", LIMITS.statusTextMaxChars)
      .nullish()
      .meta({ description: "The status, or the media's caption" }),
    media: SendMedia.nullish(),
    background_color: text(LIMITS.colorMaxChars, COLOR_RULE)
      .regex(/^#[0-9a-fA-F]{6}$/, COLOR_RULE)
      .nullish()
      .meta({ description: "Only for a text", example: "#1fa855" }),
    font: z.int(FONT_RULE).min(0, FONT_RULE).max(LIMITS.statusFontMax, FONT_RULE).nullish().meta({
      description: "Only for a text: the number of one of the phone's fonts",
    }),
    recipients: givenPeople(1, LIMITS.statusRecipientsMax).nullish().meta({
      description:
        "Who should see the status, among people who have saved the number. Defaults to the last 500 people who wrote within 30 days",
    }),
  })
  .meta({ id: "PostStatus" });
export type PostStatusBody = z.infer<typeof PostStatusBody>;

/** An instance's status (a story), with every key always present. Spec: statuses. */
export const Status = z
  .object({
    id: z.string().meta({ example: "sts_01KAGQ5M7N8P9QARBSCTDVEWFX" }),
    type: z.enum(STATUS_TYPES),
    text: z.string().nullable(),
    media: z
      .object({
        url: z.string(),
        mimetype: z.string().nullable(),
        filename: z.string().nullable(),
        size_bytes: z.int().nullable(),
      })
      .nullable()
      .meta({ description: "The status's file, with a link that works for 24 hours" }),
    background_color: z.string().nullable(),
    font: z.int().nullable(),
    status: z.enum(STATUS_STEPS),
    error: z.string().nullable(),
    error_code: z.string().nullable(),
    recipients_count: z.int().meta({ description: "The number of recipients" }),
    created_at: time,
    expires_at: time.nullable().meta({
      description: "When the status disappears, a day after it was posted; null if it has not been posted yet",
    }),
    views: z.int().meta({ description: "How many recipients have viewed the status and allow this to be seen" }),
  })
  .meta({ id: "Status" });
export type Status = z.infer<typeof Status>;

/** A status's id in a path. */
export const StatusId = pathId(ID_PREFIXES.status, "status_not_found");
