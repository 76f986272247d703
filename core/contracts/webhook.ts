import * as z from "zod";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "./event-types.ts";

/** A webhook's settings as read: never the secret nor the header's value. Spec: Resources › Webhook. */
export const Webhook = z
  .object({
    url: z.string().nullable(),
    events: z.array(z.string()),
    auth_header: z.object({ name: z.string() }).nullable(),
    paused: z.boolean(),
    paused_reason: z.string().nullable(),
    events_kept: z.int(),
    secret: z.string().optional().meta({ description: "Only when just created (whsec_…)" }),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

/** PATCH /v1/webhook: send only what changes. */
export const UpdateWebhookBody = z.object({
  url: z.string().nullable().optional(),
  events: z
    .array(z.enum(EVENT_TYPE_NAMES).refine((type) => EVENT_TYPES[type].choosable, "This event is always sent."))
    .nullable()
    .optional(),
  auth_header: z.object({ name: z.string(), value: z.string() }).nullable().optional(),
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
  /** Instants of the last accepted changes, for the limit of six a minute. */
  changed_at: string[];
  /** Raised by each change: of two racing PATCHes one is redone on what the other wrote. */
  version: number;
}
