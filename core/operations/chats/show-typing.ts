import type { TypingState } from "../../contracts/chats/change-chat.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { requireDone } from "../commands/run-command.ts";
import type { FoundChat } from "./find-chat.ts";

/**
 * Shows the number as typing or recording in a chat. @throws ApiError `conflict` for channels, and for people who have
 * never sent a message, because typing to strangers looks automated; or an error from `requireDone`.
 */
export async function showTyping(deps: LaneDeps, { instance, chat }: FoundChat, state: TypingState): Promise<void> {
  if (chat.type === "channel") throw new ApiError("conflict", { message: "Typing can't be shown in a channel." });
  if (chat.type === "person" && chat.record.last_in_at === undefined) {
    throw new ApiError("conflict", {
      message: "This person has never written. Typing is only shown to people who have.",
    });
  }
  await requireDone(deps, instance, { kind: "show_typing", chat: { type: chat.type, key: chat.key }, state });
}
