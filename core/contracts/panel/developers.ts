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
   * For the tools of POST /mcp: messages to a person who has not written in the last 24 hours wait for approval by
   * someone on the team.
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

/** A new key; this is the only answer that contains the key itself. */
export const NewPanelKey = PanelKey.extend({
  key: z.string(),
  /** The URL of the API that the key is for, without a trailing slash. */
  api_url: z.string(),
});
export type NewPanelKey = z.infer<typeof NewPanelKey>;

/** The events that the account receives; `chosen` null means the default set. */
export const EventList = z.object({
  chosen: z.array(z.string()).nullable(),
  types: z.array(z.object({ type: z.string(), default: z.boolean(), selected: z.boolean() })),
});
export type EventList = z.infer<typeof EventList>;

/** One of the account's webhooks; `instance_id` is null for a webhook of the account itself. */
export const PanelWebhook = Webhook.extend({
  instance_id: z.string().nullable(),
  instance_name: z.string().nullable(),
  /** The end of the first failed attempt since the last accepted one; null if none has failed since then. */
  failing_since: z.string().nullable(),
  /** null if the webhook is not paused. */
  paused_at: z.string().nullable(),
  /** The next automatic attempt while the webhook is paused. */
  next_try_at: z.string().nullable(),
  /** When the previous secret stops being used for signatures; null if there is none. */
  previous_secret_until: z.string().nullable(),
});
export type PanelWebhook = z.infer<typeof PanelWebhook>;

/** A rejected or failed attempt to post an event. */
export const DeliveryTry = z.object({
  at: z.string(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  /** The duration of the attempt; null if unknown. */
  ms: z.number().nullable(),
  /** The start of the receiver's answer; null if there was no answer. */
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
