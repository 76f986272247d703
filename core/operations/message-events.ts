import type { EventType } from "../contracts/event-types.ts";
import { type MessageRecord, messageView } from "../contracts/message.ts";
import type { EventDraft } from "./publish-event.ts";

/** An event that carries a message. Spec: Events › Event types. */
export function messageEvent(type: EventType, record: MessageRecord): EventDraft {
  return { account_id: record.account_id, instance_id: record.instance_id, type, data: messageView(record) };
}
