import type { Chat } from "../../contracts/chats/chat.ts";

/**
 * Whether a team is notified of a chat's last message: someone wrote, nobody has muted or archived the chat, and in a
 * person's chat neither the menu nor the AI answers.
 */
export function deservesNotice(
  chat: Pick<Chat, "type" | "waiting" | "archived" | "muted_until" | "last_message">,
): boolean {
  if (chat.last_message?.direction !== "in" || chat.archived || chat.muted_until !== null) return false;
  if (chat.type === "person") return chat.waiting;
  return chat.type === "group";
}
