import type { EventType } from "../../../../core/contracts/event-types.ts";

/** The groups of events. Each is a heading in the list. */
export type EventGroup = "messages" | "groups" | "team" | "calls" | "numbers" | "otps" | "broadcasts" | "account";

/** The group of each event type, or null for events that are always sent and therefore can't be chosen. */
export const GROUP_OF_EVENT = {
  "message.received": "messages",
  "message.sent_from_phone": "messages",
  "message.status": "messages",
  "message.edited": "messages",
  "message.deleted": "messages",
  "message.reaction": "messages",
  "message.poll_vote": "messages",
  "group.message": "groups",
  "group.update": "groups",
  "chat.assigned": "team",
  "chat.closed": "team",
  "call.received": "calls",
  "call.rejected": "calls",
  "instance.status": "numbers",
  "otp.completed": "otps",
  "otp.failed": "otps",
  "broadcast.completed": "broadcasts",
  "broadcast.paused": "broadcasts",
  "export.completed": "account",
  "export.failed": "account",
  "webhook.test": null,
} as const satisfies Record<EventType, EventGroup | null>;

/** The groups of events, in display order. */
export const EVENT_GROUPS = [
  "messages",
  "groups",
  "team",
  "calls",
  "numbers",
  "otps",
  "broadcasts",
  "account",
] as const satisfies readonly EventGroup[];

/** Whether this version of the panel recognizes the event type. A newer gateway may have more types. */
export const isKnownEvent = (type: string): type is EventType => Object.hasOwn(GROUP_OF_EVENT, type);

/** Groups event types under their headings, in the panel's order. Unrecognized types come last, in a null group. */
export function groupedEvents(types: readonly string[]): { group: EventGroup | null; types: string[] }[] {
  const order = Object.keys(GROUP_OF_EVENT);
  const known = types.filter(isKnownEvent).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const groups = EVENT_GROUPS.map((group) => ({
    group: group as EventGroup | null,
    types: known.filter((type) => GROUP_OF_EVENT[type] === group) as string[],
  }));
  const unknown = types.filter((type) => !isKnownEvent(type));
  return [...groups, { group: null, types: unknown }].filter((one) => one.types.length > 0);
}
