import { phoneChat, phoneOfPerson } from "../domain/messages/chat-id.ts";
import { chatEntry, type MessageRecord } from "./message.ts";
import type { FoundPerson } from "./person.ts";

/**
 * Returns the changed fields of a message that goes to its recipient under a different form of their number than
 * requested, or an empty object in all other cases. The message keeps the requested form, but is listed under the new
 * form.
 */
export function underForm(message: MessageRecord, { person, known }: FoundPerson): Record<string, unknown> {
  if (message.phone === null || person === message.phone || phoneOfPerson(person) === null) return {};
  const chat_id = known?.chat_id ?? phoneChat(person);
  const asked = message.to_asked ?? message.phone;
  return {
    phone: person,
    chat_id,
    to_asked: asked === person ? null : asked,
    form_known: true,
    ...chatEntry({ ...message, person, phone: person, chat_id }),
  };
}
