import type * as z from "zod";
import {
  BroadcastData,
  CallReceivedData,
  CallRejectedData,
  GroupUpdateData,
  InstanceStatusData,
  OtpCompletedData,
  OtpFailedData,
  PollVoteData,
  ReactionData,
} from "./event-data.ts";
import { Message } from "./message.ts";

/**
 * Every event type: whether it is in the default set, whether an account may choose it, and what its `data` is.
 * Spec: Events › Event types, Rules 1 and 2 (`webhook.test` is always sent).
 */
export const EVENT_TYPES = {
  "message.received": { byDefault: true, choosable: true, data: Message },
  "message.sent_from_phone": { byDefault: true, choosable: true, data: Message },
  "message.status": { byDefault: true, choosable: true, data: Message },
  "message.edited": { byDefault: true, choosable: true, data: Message },
  "message.deleted": { byDefault: true, choosable: true, data: Message },
  "message.poll_vote": { byDefault: true, choosable: true, data: PollVoteData },
  "message.reaction": { byDefault: true, choosable: true, data: ReactionData },
  "group.message": { byDefault: false, choosable: true, data: Message },
  "group.update": { byDefault: false, choosable: true, data: GroupUpdateData },
  "call.received": { byDefault: true, choosable: true, data: CallReceivedData },
  "call.rejected": { byDefault: true, choosable: true, data: CallRejectedData },
  "instance.status": { byDefault: true, choosable: true, data: InstanceStatusData },
  "otp.completed": { byDefault: true, choosable: true, data: OtpCompletedData },
  "otp.failed": { byDefault: true, choosable: true, data: OtpFailedData },
  "broadcast.paused": { byDefault: true, choosable: true, data: BroadcastData },
  "broadcast.completed": { byDefault: true, choosable: true, data: BroadcastData },
  "webhook.test": { byDefault: true, choosable: false, data: Message },
} as const satisfies Record<string, { byDefault: boolean; choosable: boolean; data: z.ZodType }>;

export type EventType = keyof typeof EVENT_TYPES;
/** The names of all event types. */
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]; // Object.keys loses the key type

/** The events an account receives until it chooses its own list. Spec: Events › Rules, 2. */
export const DEFAULT_EVENTS: EventType[] = EVENT_TYPE_NAMES.filter(
  (type) => EVENT_TYPES[type].byDefault && EVENT_TYPES[type].choosable,
);
