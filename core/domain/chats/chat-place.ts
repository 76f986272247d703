import type { ChatType } from "../../contracts/chats/chat.ts";

/** Identifies a chat on its instance. `key` is the person's key, or the id of the group or channel. */
export interface ChatPlace {
  type: ChatType;
  key: string;
}
