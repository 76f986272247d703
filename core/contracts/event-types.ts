/**
 * Every event type, whether it is on by default, and whether an account can choose it. The schemas of `data` are in
 * `events/event-data.ts`, which no function bundles. Spec: Events › Event types, Rules 1 and 2 (`webhook.test` is
 * always sent).
 */
export const EVENT_TYPES = {
  "message.received": { byDefault: true, choosable: true },
  "message.sent_from_phone": { byDefault: true, choosable: true },
  "message.status": { byDefault: true, choosable: true },
  "message.edited": { byDefault: true, choosable: true },
  "message.deleted": { byDefault: true, choosable: true },
  "message.poll_vote": { byDefault: true, choosable: true },
  "message.reaction": { byDefault: true, choosable: true },
  "group.message": { byDefault: false, choosable: true },
  "group.update": { byDefault: false, choosable: true },
  "chat.assigned": { byDefault: false, choosable: true },
  "chat.closed": { byDefault: false, choosable: true },
  "call.received": { byDefault: true, choosable: true },
  "call.rejected": { byDefault: true, choosable: true },
  "instance.status": { byDefault: true, choosable: true },
  "otp.completed": { byDefault: true, choosable: true },
  "otp.failed": { byDefault: true, choosable: true },
  "broadcast.paused": { byDefault: true, choosable: true },
  "broadcast.completed": { byDefault: true, choosable: true },
  "export.completed": { byDefault: true, choosable: true },
  "export.failed": { byDefault: true, choosable: true },
  "webhook.test": { byDefault: true, choosable: false },
} as const satisfies Record<string, { byDefault: boolean; choosable: boolean }>;

export type EventType = keyof typeof EVENT_TYPES;
/** The names of all event types. */
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]; // Object.keys loses the key type

/** The events an account receives until it chooses its own list. Spec: Events › Rules, 2. */
export const DEFAULT_EVENTS: EventType[] = EVENT_TYPE_NAMES.filter(
  (type) => EVENT_TYPES[type].byDefault && EVENT_TYPES[type].choosable,
);
