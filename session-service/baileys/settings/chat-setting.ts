import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";

/** A change that was made to a chat on the phone or on another of the number's devices. */
export interface ChatSetting {
  /** The network's id for the chat, as the phone names it: by phone or private id, depending on what it stores. */
  chat: string;
  what: MirroredChange;
}
