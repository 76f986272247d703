import * as z from "zod";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "./event-types.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The error message for a refused header name. */
export const HEADER_NAME_RULE = `Use a header name of letters, digits and hyphens, at most ${LIMITS.headerNameMaxChars} characters.`;
/** The error message for a refused header value. */
export const HEADER_VALUE_RULE = `Use a header value of plain ASCII characters, at most ${LIMITS.headerValueMaxChars}, without spaces at either end.`;

/**
 * A webhook's settings as returned by GET, without the secret and without the header's value. Spec: Resources ›
 * Webhook.
 */
export const Webhook = z
  .object({
    url: z.string().nullable(),
    events: z
      .array(z.string())
      .optional()
      .meta({ description: "Only for the account's webhook, because an account has a single list of events" }),
    auth_header: z.object({ name: z.string() }).nullable(),
    paused: z.boolean(),
    paused_reason: z.string().nullable(),
    events_kept: z.int(),
    secret: z
      .string()
      .optional()
      .meta({ description: "The signing secret (whsec_…), only in the response that creates it" }),
    previous_valid_until: z.string().nullable().optional().meta({
      description: "Only after the secret was replaced: when the previous secret stops signing; null if there was none",
    }),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

/** The maximum length of a list of event types. A list that includes each type twice is still accepted. */
const EVENTS_MAX = 2 * EVENT_TYPE_NAMES.length;

/** PATCH /v1/webhook: send only what changes. */
export const UpdateWebhookBody = z.object({
  url: text(
    LIMITS.webhookUrlMaxChars,
    `The url is longer than ${LIMITS.webhookUrlMaxChars} characters. Use a shorter one.`,
  )
    .nullable()
    .optional(),
  events: z
    .array(z.enum(EVENT_TYPE_NAMES).refine((type) => EVENT_TYPES[type].choosable, "This event is always sent."))
    .max(EVENTS_MAX, "The list has too many entries. List each event type only once.")
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

/** The response to POST /v1/webhook/try. */
export const WebhookTry = z
  .object({
    delivered: z
      .boolean()
      .meta({ description: "Whether the event was accepted. If so, the other waiting events are now sent in order" }),
    status_code: z.int().nullable().meta({ description: "The HTTP status of the response; null if there was none" }),
    paused: z.boolean(),
    events_kept: z.int(),
  })
  .meta({ id: "WebhookTry" });
export type WebhookTry = z.infer<typeof WebhookTry>;

/** The response to POST /v1/webhook/test. */
export const WebhookTest = z.object({ event_id: z.string() }).meta({ id: "WebhookTest" });

/** The possible states of an event queued for a webhook. */
export const DELIVERY_STATUSES = ["pending", "failed", "delivered"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event queued for a webhook. Spec: Webhook delivery ("shown as 'Failed'"). */
export const WebhookDelivery = z
  .object({
    event_id: z.string(),
    type: z.enum(EVENT_TYPE_NAMES),
    instance_id: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    tries: z.int().meta({ description: "The number of attempts so far, out of ten" }),
    status_code: z.int().nullable().meta({
      description: "The HTTP status of the response to the last attempt; null if there was no response or no attempt",
    }),
    ms: z.int().nullable().meta({
      description:
        "How long the last attempt took until it got a response or was given up, in milliseconds; null if unknown",
    }),
    error: z.string().nullable(),
    next_try_at: z.string().nullable().meta({
      description:
        "When the next attempt is due; null if the event is sent in its turn, when the webhook resumes, or never",
    }),
    created_at: z.string(),
    failed_at: z.string().nullable(),
    delivered_at: z.string().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
