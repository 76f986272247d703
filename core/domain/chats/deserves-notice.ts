import type { Chat } from "../../contracts/chats/chat.ts";
import type { UserId } from "../../contracts/ids.ts";

/**
 * Whether a team's members are notified of a chat's last message. The message must come from someone other than the
 * number, and the chat must not be muted, archived or assigned to a colleague. If the chat is with a person, the menu
 * or the AI must not be handling it.
 * @param colleagues the other users who may answer. A chat assigned to a user who may no longer answer counts as
 * unassigned.
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
