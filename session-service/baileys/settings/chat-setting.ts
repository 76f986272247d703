import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";

/** A change that was made to a chat on the phone or on another of the number's devices. */
export interface ChatSetting {
  /**
   * The network's id for the chat as used by the phone: by phone or private id, depending on which the phone stores.
   */
  chat: string;
  what: MirroredChange;
}
