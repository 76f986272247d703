import * as z from "zod";
import { ContactCard } from "./content/card.ts";
import { MESSAGE_DETAILS } from "./content/details.ts";
import { SEND_ERROR_CODES } from "./error-codes.ts";
import { LIMITS } from "./limits.ts";
import { MESSAGE_TYPES } from "./message-types.ts";

/** Statuses of an outgoing message. */
export const OUTGOING_STATUSES = ["scheduled", "queued", "sent", "delivered", "read", "failed"] as const;
/** Statuses of any message. */
export const MESSAGE_STATUSES = [...OUTGOING_STATUSES, "received"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Where a message came from. */
export const MESSAGE_ORIGINS = ["api", "auto", "ai", "panel", "phone", "otp", "broadcast", "contact"] as const;
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number];

/** The reasons why a message has not been sent yet. Our own (docs/decisions). */
export const WAITING_REASONS = [
  "spacing",
  "daily_cap",
  "quiet_hours",
  "paused",
  "offline",
  "scheduled",
  "messenger_unavailable",
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }).nullable();
const shape = z.record(z.string(), z.unknown()).nullable();

const media = z
  .object({
    url: z.string().meta({
      description:
        "For stored files, a link that is valid for 24 hours and redirects to the file; otherwise the address you provided",
    }),
    mimetype: z.string().nullable(),
    filename: z.string().nullable(),
    size_bytes: z.int().nullable().meta({ description: "null until the service has fetched the file" }),
  })
  .nullable();
const location = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    title: z.string().nullable(),
    address: z.string().nullable(),
    live: z
      .literal(true)
      .optional()
      .meta({ description: "Only for a live location. Later positions arrive as message.edited events" }),
  })
  .nullable();
const contact = ContactCard.nullable();
const poll = z.object({ name: z.string(), options: z.array(z.string()), multiple_answers: z.boolean() }).nullable();
const by = z.string().meta({ description: "The person's phone, or their private network id if the number is hidden" });

/** A message as customers see it in responses and events, with every key always present. Spec: Resources › Message. */
export const Message = z
  .object({
    id: z.string().meta({ example: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    instance_id: z.string(),
    phone: z.string().nullable().meta({
      description: "The number in the form the network uses for the person, regardless of the form in the request",
    }),
    to_asked: z
      .string()
      .optional()
      .meta({ description: "Only if it differs from phone: the form of the number in the request" }),
    chat_id: z.string().nullable(),
    participant: z.string().nullable(),
    contact_name: z.string().nullable(),
    direction: z.enum(["in", "out"]),
    status: z.enum(MESSAGE_STATUSES),
    type: z.enum(MESSAGE_TYPES),
    origin: z.enum(MESSAGE_ORIGINS),
    user_id: z
      .string()
      .optional()
      .meta({ description: "Only if the message was sent in the panel: the team member who sent it" }),
    body: z.string().nullable(),
    media: media.meta({ description: "The message's file; also null if a received file is over 100 MB" }),
    location,
    contact,
    poll,
    order: shape,
    product: shape,
    ...MESSAGE_DETAILS,
    forwarded: z.literal(true).optional().meta({ description: "Only if the message was forwarded" }),
    frequently_forwarded: z
      .literal(true)
      .optional()
      .meta({ description: "Only if phones mark the message as forwarded many times" }),
    reply_to: z.string().nullable(),
    link_preview: z.boolean().nullable(),
    reactions: z
      .array(z.object({ by, emoji: z.string(), at: z.string() }))
      .nullable()
      .meta({ description: `The current reactions of the ${LIMITS.reactionsShownMax} people who reacted last` }),
    reactions_count: z
      .int()
      .optional()
      .meta({ description: "Only with reactions: the number of people who have reacted, including those not listed" }),
    results: z
      .array(z.object({ option: z.string(), votes: z.int() }))
      .optional()
      .meta({ description: "Only for polls: each option and how many people chose it" }),
    votes: z
      .array(z.object({ voter: by, options: z.array(z.string()), at: z.string() }))
      .optional()
      .meta({
        description: `Only for polls: the current choices of the ${LIMITS.votesShownMax} people who voted last, or of fewer people if the options are long (${LIMITS.votesShownMaxBytes / 1000} KB in total)`,
      }),
    votes_count: z
      .int()
      .optional()
      .meta({ description: "Only for polls: the number of people who have voted, including those not listed" }),
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

/** A message's class: a reply, a message to a known person, or a first message. Spec: Number-protection rule. */
export type MessageClass = "reply" | "known" | "first";

/**
 * Every field of a message: whether it is shown even if it is not set. Written out rather than taken from the schema,
 * because making the schema costs each function that shows messages two milliseconds at every cold start.
 */
const IS_ALWAYS_SHOWN = {
  id: true,
  instance_id: true,
  phone: true,
  to_asked: false,
  chat_id: true,
  participant: true,
  contact_name: true,
  direction: true,
  status: true,
  type: true,
  origin: true,
  user_id: false,
  body: true,
  media: true,
  location: true,
  contact: true,
  poll: true,
  order: true,
  product: true,
  interactive: false,
  actions: false,
  event: false,
  payment: false,
  invite: false,
  referral: false,
  mentions: false,
  mentions_count: false,
  mentions_everyone: false,
  quoted: false,
  view_once: false,
  comment_on: false,
  disappears_in: false,
  contacts: false,
  album: false,
  network_kind: false,
  more_unsupported: false,
  forwarded: false,
  frequently_forwarded: false,
  reply_to: true,
  link_preview: true,
  reactions: true,
  reactions_count: false,
  results: false,
  votes: false,
  votes_count: false,
  error: true,
  error_code: true,
  waiting_reason: true,
  expected_at: true,
  send_at: true,
  written_at: true,
  sent_at: true,
  delivered_at: true,
  read_at: true,
  edited_at: true,
  deleted_at: true,
  created_at: true,
} as const satisfies { [Key in keyof Message]-?: undefined extends Message[Key] ? false : true };

const FIELDS = Object.entries(IS_ALWAYS_SHOWN) as [keyof Message, boolean][]; // Object.entries loses the key type

/**
 * Returns the fields of a stored message that customers see unchanged. Every key is present, with null as its value if
 * the field is not set. `presentMessage` builds customers' full view, because it has access to the file's link and the
 * poll's votes.
 */
export function messageView(record: object): Message {
  const fields = record as Partial<Message>; // a stored message or nothing; other fields stay out
  const shown = FIELDS.filter(([key, isAlways]) => isAlways || (fields[key] ?? undefined) !== undefined);
  return Object.fromEntries(shown.map(([key]) => [key, fields[key] ?? null])) as Message; // keys are Message's own
}
