import type { LaneDeps } from "../../lanes/lane.ts";
import { requireDone } from "../commands/run-command.ts";
import type { FoundChat } from "./find-chat.ts";
import { requireOnPhone } from "./require-on-phone.ts";

/**
 * Deletes a chat in the table and on the phone. The person's record, including their reply window and opt-outs, is
 * retained.
 * @throws ApiError `conflict` for a channel, or an error from `requireDone`.
 */
export async function deleteChat(deps: LaneDeps, { instance, chat }: FoundChat): Promise<void> {
  if (chat.record.hidden_ms !== undefined) return;
  requireOnPhone(chat);
  await requireDone(deps, instance, { kind: "delete_chat", chat: { type: chat.type, key: chat.key } });
}
