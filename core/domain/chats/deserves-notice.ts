import type { Chat } from "../../contracts/chats/chat.ts";
import type { UserId } from "../../contracts/ids.ts";

/**
 * Whether members of a team are notified of a chat's last message: someone wrote it, the chat is neither muted nor
 * archived, a person's chat is not answered by the menu or the AI, and it is not assigned to a colleague.
 * @param colleagues the others who may answer; a chat assigned to somebody who no longer may counts as unassigned.
 */
export function deservesNotice(
  chat: Pick<Chat, "type" | "waiting" | "archived" | "muted_until" | "last_message" | "assigned_to">,
  colleagues: ReadonlySet<UserId>,
): boolean {
  if (chat.assigned_to !== null && colleagues.has(chat.assigned_to.id)) return false;
  if (chat.last_message?.direction !== "in" || chat.archived || chat.muted_until !== null) return false;
  if (chat.type === "person") return chat.waiting;
  return chat.type === "group";
}
