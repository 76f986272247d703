import type { InstanceId } from "../../contracts/ids.ts";
import { type Message, messageView } from "../../contracts/message.ts";
import { wireTime } from "../wire-time.ts";
import { phoneChat } from "./chat-id.ts";

/** An unassigned phone number and a nonexistent instance, for testing the account's webhook. */
const PHONE = "15555550100";
const NO_INSTANCE = "inst_00000000000000000000000000";

/** Builds the message for a `webhook.test` event. No message with its id is stored. Spec: Events › webhook.test. */
export function testMessage(id: string, instance: InstanceId | null, now: Date): Message {
  const at = wireTime(now);
  return messageView({
    id,
    instance_id: instance ?? NO_INSTANCE,
    phone: PHONE,
    chat_id: phoneChat(PHONE),
    contact_name: "Test",
    direction: "in",
    status: "received",
    type: "text",
    origin: "contact",
    body: "Test",
    written_at: at,
    created_at: at,
  });
}
