import * as z from "zod";
import { givenId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { SendMedia } from "../media/send-media.ts";
import { LAST_STAGE, limitsOfStage, PROTECTION_SETTINGS } from "../protection.ts";
import { maybeEmpty, text, words } from "../text.ts";
import {
  AUDIENCES,
  BROADCAST_LANGUAGES,
  BROADCAST_REASONS,
  BROADCAST_STATUSES,
  BROADCAST_WAITS,
  BROADCAST_WARNINGS,
  LEFT_OUT_REASONS,
  RECIPIENT_STATUSES,
} from "./broadcast-states.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

/** Creates a schema for a whole number from `min` to `max`, with the same error message for every mistake. */
function whole(min: number, max: number, unit = "") {
  const rule = `Use a whole number from ${min} to ${max}${unit}.`;
  return z.int(rule).min(min, rule).max(max, rule);
}

const PHONE_TOO_LONG = "This is not a phone number. Use the country code and digits.";
const FIELDS_RULE = `Use at most ${LIMITS.broadcastFieldsMax} fields. Names consist of letters, digits and _, and values are strings.`;
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const Fields = z
  .record(
    text(LIMITS.broadcastFieldNameMaxChars, FIELDS_RULE).regex(FIELD_NAME, FIELDS_RULE),
    text(LIMITS.broadcastFieldsMaxBytes, FIELDS_RULE, FIELDS_RULE),
    FIELDS_RULE,
  )
  .refine((fields) => Object.keys(fields).length <= LIMITS.broadcastFieldsMax, FIELDS_RULE);

/** A person in `recipients`. People with an impossible number are left out. All others get the broadcast. */
const GivenRecipient = z
  .object({
    phone: text(LIMITS.broadcastPhoneMaxChars, PHONE_TOO_LONG).meta({ example: "5511999990001" }),
    name: maybeEmpty("name", LIMITS.contactNameMaxChars).nullish(),
    fields: Fields.nullish().meta({ description: "Values for the text's placeholders", example: { order: "1042" } }),
  })
  .refine(
    ({ name, fields }) => bytesOf(name, fields) <= LIMITS.broadcastFieldsMaxBytes,
    `A person's name and fields can take up at most ${LIMITS.broadcastFieldsMaxBytes} bytes in total.`,
  );

const bytesOf = (name: unknown, fields: unknown) => new TextEncoder().encode(JSON.stringify([name, fields])).length;

const PEOPLE_RULE = `Provide 1 to ${LIMITS.broadcastPeopleMax} recipients.`;
const TIME_RULE = "Use a time with an offset, e.g. 2026-11-20T09:30:00+00:00.";
const AUDIENCE_RULE = "The audience must be recent (people who wrote recently), label or phones.";
const LANGUAGE_RULE = `Use one of ${BROADCAST_LANGUAGES.join(", ")}.`;
const LABEL_RULE = "Use the label's id, a whole number of 1 or more.";
const { broadcast_interval_seconds: interval } = PROTECTION_SETTINGS;

/** The fields of a broadcast that are set by its author. */
const chosen = {
  text: words("text", LIMITS.textMaxChars).meta({
    description:
      "The text, or the caption of the media. It can contain {name}, {field} or {field|default}; write {{ and }} for braces. A line about how to opt out is added",
  }),
  audience: z
    .enum(AUDIENCES, AUDIENCE_RULE)
    .meta({ description: "Who gets the broadcast, among people who have written to this instance" }),
  days: whole(1, LIMITS.broadcastRecentDaysMax)
    .nullish()
    .meta({
      description: `Only for recent: people who wrote within this many days (${LIMITS.broadcastRecentDays} by default)`,
    }),
  label_id: z.int(LABEL_RULE).min(1, LABEL_RULE).nullish().meta({ description: "Only for label" }),
  recipients: z
    .array(GivenRecipient, PEOPLE_RULE)
    .min(1, PEOPLE_RULE)
    .max(LIMITS.broadcastPeopleMax, { error: PEOPLE_RULE, abort: true })
    .nullish()
    .meta({
      description:
        "Only for phones. Phones can be written the way people and spreadsheets write them. People outside the audience are counted in left_out but not stored. A list with rounded phones (5.51E+12) or lost letters (\ufffd) is refused, and the error names the rows",
    }),
  name: words("name", LIMITS.broadcastNameMaxChars, { trimmed: true })
    .nullish()
    .meta({ description: "A name for your own use. Recipients never see it" }),
  language: z.enum(BROADCAST_LANGUAGES, LANGUAGE_RULE).nullish().meta({
    description: "The language of the opt-out line. Defaults to the language of the number's country",
  }),
  include_saved_contacts: z
    .boolean()
    .nullish()
    .meta({ description: "Only for recent: also include people in the address book who wrote at any time" }),
  media: SendMedia.nullish(),
  interval_seconds: whole(interval.min, interval.max, interval.unit).nullish().meta({
    description:
      "The minimum number of seconds between two of the broadcast's messages. The instance's setting applies if it is higher",
  }),
  per_day: whole(1, limitsOfStage(LAST_STAGE).broadcast_per_day)
    .nullish()
    .meta({ description: "The maximum number of messages a day. The instance's setting applies if it is lower" }),
  start_at: text(LIMITS.timeMaxChars, TIME_RULE)
    .regex(z.regexes.datetime({ offset: true }), TIME_RULE)
    .nullish()
    .meta({
      description: "When to start, up to 30 days ahead",
      example: "2026-11-20T09:30:00+00:00",
      override: { format: "date-time", pattern: undefined },
    }),
};

/** POST /v1/broadcasts. */
export const CreateBroadcastBody = z
  .object({
    instance_id: givenId(),
    ...chosen,
    draft: z
      .boolean()
      .nullish()
      .meta({
        description: `If true, nothing is sent until POST /v1/broadcasts/{id}/start. A draft is deleted after ${LIMITS.broadcastDraftDays} days without a change`,
      }),
  })
  .meta({ id: "CreateBroadcast" });
export type CreateBroadcastBody = z.infer<typeof CreateBroadcastBody>;

/** PATCH /v1/broadcasts/{id}: the changes to a draft or a scheduled broadcast. Null restores the default. */
export const ChangeBroadcastBody = z
  .object({ ...chosen, text: chosen.text.optional(), audience: chosen.audience.optional() })
  .meta({ id: "ChangeBroadcast" });
export type ChangeBroadcastBody = z.infer<typeof ChangeBroadcastBody>;

/** The fields of a broadcast that its author sets in a request. */
export type GivenBroadcast = Omit<CreateBroadcastBody, "instance_id" | "draft">;

const counts = Object.fromEntries(RECIPIENT_STATUSES.map((status) => [status, z.int()])) as Record<
  (typeof RECIPIENT_STATUSES)[number],
  z.ZodInt
>; // fromEntries forgets the keys

const leftOutReasons = Object.fromEntries(LEFT_OUT_REASONS.map((reason) => [reason, z.int()])) as Record<
  (typeof LEFT_OUT_REASONS)[number],
  z.ZodInt
>; // the same

/** A broadcast as customers see it, with every key always present. */
export const Broadcast = z
  .object({
    id: z.string().meta({ example: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    instance_id: z.string(),
    name: z.string().nullable(),
    status: z.enum(BROADCAST_STATUSES),
    reason: z
      .object({ code: z.enum(BROADCAST_REASONS), text: z.string() })
      .nullable()
      .meta({ description: "Why the broadcast is paused; null if it is not paused" }),
    progress: z
      .object({
        total: z.int(),
        ...counts,
        percent: z.int().meta({ description: "The percentage of people who are no longer waiting" }),
        expected_end_at: time
          .nullable()
          .meta({ description: "When the broadcast will finish at today's pace; null if it is not running" }),
        waiting_for: z
          .array(z.object({ reason: z.enum(BROADCAST_WAITS), count: z.int(), until: time.nullable() }))
          .meta({
            description:
              "While the broadcast is running or scheduled: why people are still waiting. The counts add up to waiting. `turn`: messages are sent one after another; `night`: it is night for the number; `their_night`: it is night where the person is; `another_broadcast`: the person got another broadcast within the last day; `start_at`: the broadcast has not started yet. until: when the first of these people can be sent their message",
          }),
      })
      .meta({ description: "Each person is counted exactly once, so the counts add up to total" }),
    left_out: z
      .object({
        count: z.int(),
        reasons: z.object(leftOutReasons),
        sample: z.array(
          z.object({
            phone: z.string().nullable(),
            reason: z.enum(LEFT_OUT_REASONS),
            field: z.string().nullable().meta({ description: "Only for invalid: the placeholder that has no value" }),
          }),
        ),
      })
      .meta({ description: "Who does not get the broadcast. sample lists twenty of these people" }),
    warnings: z.array(z.object({ code: z.enum(BROADCAST_WARNINGS), text: z.string() })),
    text: z.string(),
    media: z.object({ mimetype: z.string(), filename: z.string().nullable() }).nullable(),
    audience: z.enum(AUDIENCES),
    days: z.int().nullable(),
    label_id: z.int().nullable(),
    include_saved_contacts: z.boolean(),
    language: z.enum(BROADCAST_LANGUAGES),
    interval_seconds: z.int().nullable(),
    per_day: z.int().nullable(),
    start_at: time.nullable(),
    started_at: time.nullable(),
    completed_at: time.nullable().meta({ description: "When the broadcast was completed or cancelled" }),
    created_at: time,
    expires_at: time.nullable().meta({
      description: `When the draft will be deleted, which is ${LIMITS.broadcastDraftDays} days after it was created or last changed; null if it is not a draft`,
    }),
  })
  .meta({ id: "Broadcast" });
export type Broadcast = z.infer<typeof Broadcast>;

/** A person in a broadcast, with their progress. */
export const BroadcastRecipient = z
  .object({
    phone: z.string().nullable().meta({ description: "null if the number is hidden" }),
    name: z.string().nullable(),
    status: z.enum(RECIPIENT_STATUSES),
    message_id: z.string().nullable().meta({ description: "The id of their message; null if no message was started" }),
    error_code: z.string().nullable(),
    at: time.nullable().meta({ description: "When the person reached this status, if known" }),
  })
  .meta({ id: "BroadcastRecipient" });
export type BroadcastRecipient = z.infer<typeof BroadcastRecipient>;
