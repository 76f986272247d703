import { ApiError } from "../../errors.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";

/** Checks that the chat exists on the phone. @throws ApiError `conflict` for a channel or a deleted chat. */
export function requireOnPhone({ type, record }: StoredChat): void {
  if (type === "channel") {
    throw new ApiError("conflict", {
      message: "A channel is not one of the phone's chats. Unfollow the channel instead.",
    });
  }
  if (record.hidden_ms !== undefined) {
    throw new ApiError("conflict", { message: "The chat was deleted. It reappears with the next message." });
  }
}
