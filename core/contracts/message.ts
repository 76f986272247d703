import * as z from "zod";
import { SEND_ERROR_CODES } from "./error-codes.ts";

export const OUTGOING_STATUSES = ["scheduled", "queued", "sent", "delivered", "read", "failed"] as const;
export const MESSAGE_STATUSES = [...OUTGOING_STATUSES, "received"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGE_TYPES = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contact",
  "poll",
  "order",
  "product",
] as const;

export const MESSAGE_ORIGINS = ["api", "auto", "ai", "panel", "phone", "otp", "broadcast", "contact"] as const;

/** Why a message has not gone yet. Ours (docs/decisions). */
export const WAITING_REASONS = ["spacing", "daily_cap", "quiet_hours", "paused", "offline", "scheduled"] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }).nullable();
const shape = z.record(z.string(), z.unknown()).nullable();

/** A message as customers see it, in answers and events alike: always all keys. Spec: Resources › Message. */
export const Message = z
  .object({
    id: z.string().meta({ example: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    instance_id: z.string(),
    phone: z.string().nullable(),
    chat_id: z.string().nullable(),
    participant: z.string().nullable(),
    contact_name: z.string().nullable(),
    direction: z.enum(["in", "out"]),
    status: z.enum(MESSAGE_STATUSES),
    type: z.enum(MESSAGE_TYPES),
    origin: z.enum(MESSAGE_ORIGINS),
    body: z.string().nullable(),
    media: shape,
    location: shape,
    contact: shape,
    poll: shape,
    order: shape,
    product: shape,
    reply_to: z.string().nullable(),
    link_preview: z.boolean().nullable(),
    reactions: z.array(z.record(z.string(), z.unknown())).nullable(),
    error: z.string().nullable(),
    error_code: z.enum(SEND_ERROR_CODES).nullable(),
    waiting_reason: z.enum(WAITING_REASONS).nullable(),
    expected_at: time,
    send_at: time,
    written_at: time,
    sent_at: time,
    delivered_at: time,
    read_at: time,
    edited_at: time,
    deleted_at: time,
    created_at: time.unwrap(),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

/** What protection makes of a message: a reply, to a known person, or a first message. Spec: Number-protection rule. */
export type MessageClass = "reply" | "known" | "first";

/**
 * The stored message: what customers see plus what the instance lane works by (`step`, `row`, `text_version`, network
 * id and bytes). docs/data-model.md says who writes what.
 */
export interface MessageRecord extends Message {
  account_id: string;
  /** The person's key of a 1:1 chat; null for groups and channels. */
  person: string | null;
  class: MessageClass | null;
  step: "waiting" | "sending" | "done";
  /** Sort key of its row in the instance lane while it waits. */
  row: string | null;
  text_version: number;
  /** The network's message key id, chosen before the first try. */
  network_id: string | null;
  /** The network's chat it was relayed to. */
  network_chat: string | null;
  /** The encoded message: every repeat carries the same bytes. */
  network_bytes: Uint8Array | null;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

const PUBLIC_KEYS = Object.keys(Message.shape) as (keyof Message)[]; // Object.keys loses the key type

/** The public part of a stored message: every key, null when there is nothing to say. */
export function messageView(record: object): Message {
  const fields = record as Partial<Message>; // a stored message or nothing; other fields are left behind
  return Object.fromEntries(PUBLIC_KEYS.map((key) => [key, fields[key] ?? null])) as Message; // keys are Message's own
}
