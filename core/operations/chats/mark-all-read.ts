import type { LaneDeps } from "../../lanes/lane.ts";
import { requireDone } from "../commands/run-command.ts";
import type { FoundChat } from "./find-chat.ts";
import { requireOnPhone } from "./require-on-phone.ts";

/**
 * Marks a chat as read in the table and on the phone, and sends read receipts. @throws ApiError `conflict`, or an error
 * from `requireDone`.
 */
export async function markAllRead(deps: LaneDeps, { instance, chat }: FoundChat): Promise<void> {
  requireOnPhone(chat);
  await requireDone(deps, instance, { kind: "read_chat", chat: { type: chat.type, key: chat.key } });
}
