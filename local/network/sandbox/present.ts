import { readContent } from "../people/content/read-content.ts";
import type { InboxMessage } from "../store/messages-table.ts";
import type { Person } from "../store/people-table.ts";
import type { Turn } from "../turns.ts";

/** A phone in the sandbox's words. */
export function presentPhone(turn: Turn, person: Person) {
  const { phone, lid, name, auto_deliver, auto_read, online, hide_number } = person;
  const linked_devices = turn.store.devices.of(phone).map(({ device, linkedAt }) => ({ device, linked_at: linkedAt }));
  return { phone, private_id: `${lid}@lid`, name, auto_deliver, auto_read, online, hide_number, linked_devices };
}

/** A message as the person who owns the phone sees it. */
export function presentMessage(turn: Turn, owner: Person, message: InboxMessage) {
  return {
    id: message.id,
    chat_id: message.chatId,
    from: message.author.phone,
    ...readContent(message.content),
    media: null,
    at: message.at.toISOString().replace(/\.\d+Z$/, "+00:00"),
    edited: message.edited,
    deleted: message.deleted,
    reactions: turn.store.messages.reactionsTo(owner.phone, message.id),
    status: message.status,
  };
}
