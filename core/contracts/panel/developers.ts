import * as z from "zod";
import { KEY_KINDS } from "../account.ts";
import { Webhook } from "../webhook.ts";

/** An API key without its secret value. */
export const PanelKey = z.object({
  id: z.string(),
  name: z.string().nullable(),
  kind: z.enum(KEY_KINDS),
  instance_id: z.string().nullable(),
  allowed_ips: z.array(z.string()),
  /**
   * For the tools of POST /mcp: whether messages to a person who has not written in the last 24 hours wait for approval
   * by someone on the team.
   */
  mcp_confirm: z.boolean(),
  mcp_sends_per_hour: z.int(),
  mcp_first_messages_per_day: z.int(),
  last4: z.string().nullable(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_from: z.string().nullable(),
});
export type PanelKey = z.infer<typeof PanelKey>;

/** A new key. This is the only response that contains the key itself. */
export const NewPanelKey = PanelKey.extend({
  key: z.string(),
  /** The URL of the API that the key is for, without a trailing slash. */
  api_url: z.string(),
});
export type NewPanelKey = z.infer<typeof NewPanelKey>;

/** The events that the account receives. `chosen` is null for the default set. */
export const EventList = z.object({
  chosen: z.array(z.string()).nullable(),
  types: z.array(z.object({ type: z.string(), default: z.boolean(), selected: z.boolean() })),
});
export type EventList = z.infer<typeof EventList>;

/** One of the account's webhooks. `instance_id` is null if the webhook belongs to the account itself. */
export const PanelWebhook = Webhook.extend({
  instance_id: z.string().nullable(),
  instance_name: z.string().nullable(),
  /** When the first failed attempt after the last accepted one finished, or null if none has failed since then. */
  failing_since: z.string().nullable(),
  /** Null if the webhook isn't paused. */
  paused_at: z.string().nullable(),
  /** When the next automatic attempt is made, while the webhook is paused. */
  next_try_at: z.string().nullable(),
  /** When the previous secret stops being used for signatures, or null if there is no previous secret. */
  previous_secret_until: z.string().nullable(),
});
export type PanelWebhook = z.infer<typeof PanelWebhook>;

/** A rejected or failed attempt to post an event. */
export const DeliveryTry = z.object({
  at: z.string(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  /** The duration of the attempt, or null if unknown. */
  ms: z.number().nullable(),
  /** The beginning of the receiver's response, or null if there was no response. */
  answer: z.string().nullable(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

/** An event as it is posted, with its failed attempts, oldest first. */
export const DeliveryDetails = z.object({
  event_id: z.string(),
  /** The exact JSON that every attempt posts. */
  body: z.string(),
  tries: z.array(DeliveryTry),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;
