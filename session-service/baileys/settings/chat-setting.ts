import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";

/** A change made to a chat on the phone or on another of the number's devices. */
export interface ChatSetting {
  /** The network's id for the chat as the phone stores it: either a phone id or a private id. */
  chat: string;
  what: MirroredChange;
}
