import type * as z from "zod";
import { Chat } from "../../../../core/contracts/chats/chat.ts";
import { HistoryMessage } from "../../../../core/contracts/chats/history.ts";
import { Instance } from "../../../../core/contracts/instance.ts";
import { Message } from "../../../../core/contracts/message.ts";
import type { ProtectionSettings } from "../../../../core/contracts/protection.ts";
import type { Safety } from "../../../../core/contracts/protection-state.ts";
import { Webhook } from "../../../../core/contracts/webhook.ts";
import { phoneChat } from "../../../../core/domain/messages/chat-id.ts";
import { actionsView } from "../../../../core/domain/protection/action-counts.ts";

/** IDs used in the examples. A record has the same ID wherever it appears. */
export const IDS = {
  instance: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  message: "msg_01JD3X5P2K7M9N1Q3R5S7T9V1W",
  event: "evt_01JD3X6A1B2C3D4E5F6G7H8J9K",
  key: "key_01JD3WZ0X1Y2Z3A4B5C6D7E8F9",
  activity: "act_01JD3X7Q9R8S7T6V5W4X3Y2Z1A",
} as const;

/** The current time in the examples. */
export const TIME = "2026-11-20T09:30:00+00:00";
const LATER = "2026-11-20T09:30:04+00:00";

/** The phone number of the instance in the examples. */
export const OWN_PHONE = "5511988880000";
/** The phone number of the person in the examples. */
export const PHONE = "5511999990001";

const SAFETY: Safety = {
  score: 90,
  level: "good",
  reasons: [
    {
      code: "new_number",
      text: "The number was linked recently. The points are restored 7 and 30 days after linking.",
      points: 10,
    },
  ],
};

/** The recommended settings, with one setting changed by the customer. */
const SETTINGS: ProtectionSettings = {
  new_contacts_per_day: null,
  first_message_interval_seconds: 180,
  message_interval_seconds: null,
  reply_interval_seconds: null,
  messages_per_hour: null,
  messages_per_day: null,
  quiet_hours_start: null,
  quiet_hours_end: null,
  timezone: null,
  typing: null,
  mark_read_before_reply: null,
  new_chats_paused: null,
  broadcast_interval_seconds: null,
  broadcast_per_day: null,
  hold_first_messages_hours: null,
};

const INSTANCE: z.infer<typeof Instance> = {
  id: IDS.instance,
  name: "Shop",
  external_ref: "shop-1",
  status: "working",
  status_reason: null,
  status_since: TIME,
  phone: OWN_PHONE,
  chat_link: `https://wa.me/${OWN_PHONE}`,
  link_refused: false,
  reject_calls: false,
  proxy: null,
  protection_settings: SETTINGS,
  protection: {
    new_contacts_limit_today: 10,
    new_contacts_used_today: 3,
    new_contacts_left_today: 7,
    resets_at: "2026-11-21T03:00:00+00:00",
    waiting: { first: 2, known: 0, scheduled: 1 },
    next_first_message_at: "2026-11-20T11:00:00+00:00",
    quiet_now: true,
    quiet_hours: { start: "22:00", end: "08:00", timezone: "America/Sao_Paulo" },
    new_chats_paused: false,
    new_chats_paused_until: null,
    new_chats_paused_reason: null,
    restricted: false,
    restricted_until: null,
    network_quota: null,
    deeds: actionsView({ day: "2026-11-20", group_adds: 4, groups_created: 1 }, 1),
    warm_up: {
      stage: 1,
      of: 7,
      active_days: 2,
      next_limit: 15,
      next_at: "2026-11-25T11:00:00+00:00",
      held_because: null,
    },
    safety: SAFETY,
  },
  safety: SAFETY,
  created_at: "2026-11-18T14:02:11+00:00",
  linked_at: "2026-11-18T14:03:40+00:00",
};

const MESSAGE: z.infer<typeof Message> = {
  id: IDS.message,
  instance_id: IDS.instance,
  phone: PHONE,
  chat_id: phoneChat(PHONE),
  participant: null,
  contact_name: "Ana",
  direction: "out",
  status: "queued",
  type: "text",
  origin: "api",
  body: "Your order is ready.",
  media: null,
  location: null,
  contact: null,
  poll: null,
  order: null,
  product: null,
  reply_to: null,
  link_preview: false,
  reactions: null,
  error: null,
  error_code: null,
  waiting_reason: "spacing",
  expected_at: LATER,
  send_at: null,
  written_at: null,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  edited_at: null,
  deleted_at: null,
  created_at: TIME,
};

const CHAT: z.infer<typeof Chat> = {
  id: phoneChat(PHONE),
  instance_id: IDS.instance,
  type: "person",
  phone: PHONE,
  name: "Ana",
  waiting: true,
  unread_count: 1,
  labels: [1],
  archived: false,
  pinned: false,
  muted_until: null,
  handled_by: null,
  assigned_to: null,
  snoozed_until: null,
  closed_at: null,
  last_message: {
    id: IDS.message,
    direction: "in",
    type: "text",
    body: "Is my order ready?",
    status: "received",
    created_at: TIME,
  },
  last_in_at: TIME,
  reply_until: "2026-11-21T09:30:00+00:00",
  updated_at: TIME,
};

const WEBHOOK: z.infer<typeof Webhook> = {
  url: "https://hooks.example.com/in",
  events: ["message.received", "message.status", "instance.status"],
  auth_header: { name: "X-Token" },
  paused: false,
  paused_reason: null,
  events_kept: 0,
};

/** Examples of whole records, by schema; every other example is assembled from its schema's fields. */
export const RECORDS = new Map<z.ZodType, unknown>([
  [Instance, INSTANCE],
  [Message, MESSAGE],
  [HistoryMessage, { ...MESSAGE, source: "service" }],
  [Chat, CHAT],
  [Webhook, WEBHOOK],
]);

/** Fields of a message as shown in the events of each type other than its acceptance. */
export const MESSAGE_OF_EVENT: Record<string, Partial<z.infer<typeof Message>>> = {
  "message.received": received(),
  "group.message": { ...received(), chat_id: "120363020000000001@g.us", phone: null, participant: PHONE },
  "message.sent_from_phone": { origin: "phone", status: "sent", written_at: TIME, ...gone() },
  "message.status": { status: "sent", sent_at: LATER, ...gone() },
  "message.edited": { status: "sent", body: "Your order is ready at the counter.", edited_at: LATER, ...gone() },
  "message.deleted": { ...received(), body: null, deleted_at: LATER },
  "message.reaction": {
    status: "read",
    sent_at: LATER,
    reactions: [{ by: PHONE, emoji: "👍", at: LATER }],
    reactions_count: 1,
    ...gone(),
  },
  "message.poll_vote": {
    status: "sent",
    type: "poll",
    body: null,
    poll: { name: "When may we call?", options: ["Morning", "Afternoon"], multiple_answers: false },
    results: [
      { option: "Morning", votes: 1 },
      { option: "Afternoon", votes: 0 },
    ],
    votes: [{ voter: PHONE, options: ["Morning"], at: LATER }],
    votes_count: 1,
    ...gone(),
  },
  "webhook.test": { ...received(), body: "Test" },
};

function received(): Partial<z.infer<typeof Message>> {
  return {
    direction: "in",
    status: "received",
    origin: "contact",
    body: "Is my order ready?",
    link_preview: null,
    written_at: TIME,
    ...gone(),
  };
}

function gone(): Partial<z.infer<typeof Message>> {
  return { waiting_reason: null, expected_at: null };
}
