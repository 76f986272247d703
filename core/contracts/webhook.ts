import * as z from "zod";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "./event-types.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

export const HEADER_NAME_RULE = `Give a header name of letters, digits and hyphens, at most ${LIMITS.headerNameMaxChars} characters.`;
export const HEADER_VALUE_RULE = `Give a header value of plain ASCII characters without a space at its ends, at most ${LIMITS.headerValueMaxChars} characters.`;

/** A webhook's settings as read: never the secret nor the header's value. Spec: Resources › Webhook. */
export const Webhook = z
  .object({
    url: z.string().nullable(),
    events: z
      .array(z.string())
      .optional()
      .meta({ description: "The account's webhook only: the list is one per account" }),
    auth_header: z.object({ name: z.string() }).nullable(),
    paused: z.boolean(),
    paused_reason: z.string().nullable(),
    events_kept: z.int(),
    secret: z.string().optional().meta({ description: "Only when just created (whsec_…)" }),
    previous_valid_until: z.string().nullable().optional().meta({
      description: "Answer of a replacement: until when the replaced secret signs too; null when there was none",
    }),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

/** Who names each type twice is still understood. */
const EVENTS_MAX = 2 * EVENT_TYPE_NAMES.length;

/** PATCH /v1/webhook: send only what changes. */
export const UpdateWebhookBody = z.object({
  url: text(
    LIMITS.webhookUrlMaxChars,
    `The url is longer than ${LIMITS.webhookUrlMaxChars} characters. Give a shorter one.`,
  )
    .nullable()
    .optional(),
  events: z
    .array(z.enum(EVENT_TYPE_NAMES).refine((type) => EVENT_TYPES[type].choosable, "This event is always sent."))
    .max(EVENTS_MAX, "The list has too many entries. Give each event type once.")
    .nullable()
    .optional(),
  auth_header: z
    .object({
      name: text(LIMITS.headerNameMaxChars, HEADER_NAME_RULE),
      value: text(LIMITS.headerValueMaxChars, HEADER_VALUE_RULE),
    })
    .nullable()
    .optional(),
});

/** A stored webhook. Sealed fields are ciphertexts of the account's data key. */
export interface WebhookRecord {
  account_id: string;
  /** "account", or the id of the instance whose own webhook it is. */
  owner: string;
  url: string | null;
  /** Chosen events; null = the default set. Only on the account's webhook. */
  events: string[] | null;
  auth_header: { name: string; sealed_value: Uint8Array } | null;
  secret: { sealed: Uint8Array; created_at: string } | null;
  previous_secret: { sealed: Uint8Array; valid_until: string } | null;
  /** When the URL was last removed (ISO, UTC): what waited then ends, also when a URL is set again. */
  ended_at?: string | null;
  /** `own`: no other webhook of the account has this URL, so its posts need no slot. Else they take turns by the slot. */
  url_use?: "own" | "shared";
  /** Another webhook of the account has or had this URL: not posted to before this instant (ISO, UTC); `unseen`: not set yet. */
  url_from?: string;
  /**
   * With `url_from`: the webhooks whose posts to this URL may still be open, each with the number of the run that was
   * seen at work in its lane (`UNKNOWN_RUN`: none was looked for yet). Absent: it is not known whose they are.
   */
  url_after?: Record<string, number>;
  /** Raised by each other URL: what belongs to an earlier life (tries, the clock, a pause) says nothing about this one. */
  life?: number;
  /** Rows of an earlier life may still stand on the ladder; the endpoint's worker moves them and takes this away. */
  ladder_stale?: boolean;
  /** End of the first failed try since the last accepted one (ISO, UTC); absent: no failure since. */
  failing_since?: string;
  /** Since when it is paused, and why; absent: active (ISO, UTC). */
  paused_at?: string;
  paused_reason?: string;
  /** While paused: when the next try is made (ISO, UTC), and which event the last one posted. */
  probe_at?: string;
  probed?: string;
  /** The try a customer asked for: which, and what came of it. */
  try_asked?: string;
  try_result?: TryResult;
  /** When a test and a try were last asked for (ISO, UTC), for the limit of one a minute each. */
  tested_at?: string;
  tried_at?: string;
  /** When an instance whose events may wait here was last removed (ISO, UTC); absent: none ever was. */
  instance_removed_at?: string;
  /** Instants of the last accepted changes, for the limit of six a minute. */
  changed_at: string[];
  /** Raised by each change: of two racing PATCHes one is redone on what the other wrote. */
  version: number;
}

/** What came of a try of a paused webhook. */
export interface TryResult {
  /** The `try_asked` it answers; null for the hourly one. */
  asked: string | null;
  delivered: boolean;
  /** null: no answer. */
  status: number | null;
}

/** The answer of POST /v1/webhook/try. */
export const WebhookTry = z
  .object({
    delivered: z.boolean(),
    status_code: z.int().nullable().meta({ description: "Of the answer; null when none came" }),
    paused: z.boolean(),
    events_kept: z.int(),
  })
  .meta({ id: "WebhookTry" });
export type WebhookTry = z.infer<typeof WebhookTry>;

/** The answer of POST /v1/webhook/test. */
export const WebhookTest = z.object({ event_id: z.string() }).meta({ id: "WebhookTest" });

/** Delivered events are not listed: they are in GET /v1/events. */
export const DELIVERY_STATUSES = ["pending", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event bound for one webhook. Spec: Webhook delivery ("shown as 'Failed'"). */
export const WebhookDelivery = z
  .object({
    event_id: z.string(),
    type: z.enum(EVENT_TYPE_NAMES),
    instance_id: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    tries: z.int().meta({ description: "Tries made, of ten" }),
    status_code: z
      .int()
      .nullable()
      .meta({ description: "Of the last try's answer; null when none came or none was made" }),
    error: z.string().nullable(),
    next_try_at: z.string().nullable().meta({ description: "null: in turn, when the webhook resumes, or never" }),
    created_at: z.string(),
    failed_at: z.string().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
