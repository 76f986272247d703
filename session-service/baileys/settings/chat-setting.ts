import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";

/** A change made to a chat on the phone or another of the number's devices. */
export interface ChatSetting {
  /** The network's ID for the chat as the phone stores it: either a phone ID or a private ID. */
  chat: string;
  what: MirroredChange;
}
