import * as z from "zod";
import { KEY_KINDS } from "../account.ts";
import { Webhook } from "../webhook.ts";

/** An API key, without the key. */
export const PanelKey = z.object({
  id: z.string(),
  name: z.string().nullable(),
  kind: z.enum(KEY_KINDS),
  instance_id: z.string().nullable(),
  allowed_ips: z.array(z.string()),
  /** By tools of POST /mcp: what is for somebody who has not written in the last 24 hours waits for a person of the team. */
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

/** A new key; this answer alone has the key itself. */
export const NewPanelKey = PanelKey.extend({
  key: z.string(),
  /** Address of the interface the key is for, without a slash at the end. */
  api_url: z.string(),
});
export type NewPanelKey = z.infer<typeof NewPanelKey>;

/** The events that the account receives; `chosen` null: those that are so by default. */
export const EventList = z.object({
  chosen: z.array(z.string()).nullable(),
  types: z.array(z.object({ type: z.string(), default: z.boolean(), selected: z.boolean() })),
});
export type EventList = z.infer<typeof EventList>;

/** One of the account's webhooks; `instance_id` null: the account's own. */
export const PanelWebhook = Webhook.extend({
  instance_id: z.string().nullable(),
  instance_name: z.string().nullable(),
  /** End of the first failed try since the last accepted one; null: none failed since. */
  failing_since: z.string().nullable(),
  /** null: it is not paused. */
  paused_at: z.string().nullable(),
  /** While paused: when it is tried next by itself. */
  next_try_at: z.string().nullable(),
  /** Until when the secret before the present one signs, too; null: there is none. */
  previous_secret_until: z.string().nullable(),
});
export type PanelWebhook = z.infer<typeof PanelWebhook>;

/** One post of an event that was not accepted. */
export const DeliveryTry = z.object({
  at: z.string(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  /** null: not known. */
  ms: z.number().nullable(),
  /** Beginning of what the receiver answered; null: nothing. */
  answer: z.string().nullable(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

/** An event as it is posted, and its tries that were not accepted, oldest first. */
export const DeliveryDetails = z.object({
  event_id: z.string(),
  /** The exact JSON of every try. */
  body: z.string(),
  tries: z.array(DeliveryTry),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;
