import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";

/** Something done to a chat on the phone or on another device of the number. */
export interface ChatSetting {
  /** The network's id of the chat, as the phone names it: by phone or by private id, whichever it keeps it under. */
  chat: string;
  what: MirroredChange;
}
