import type { PhoneChatChange } from "../../domain/chats/asked-change.ts";
import type { HandledBy } from "../../domain/chats/chat-fields.ts";
import { remainingChange } from "../../domain/chats/remaining-change.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { requireDone } from "../commands/run-command.ts";
import { type FoundChat, readChat } from "./find-chat.ts";
import { requireOnPhone } from "./require-on-phone.ts";
import { setHandler } from "./set-handler.ts";

/**
 * Changes a chat in the table and on the phone, writing only differences. `handled_by` exists only in the table and is
 * changed last, so it stays unchanged if the phone refuses the rest.
 * @returns the changed chat. @throws ApiError `conflict`, or an error from `requireDone`.
 */
export async function changeChat(
  deps: LaneDeps,
  { instance, chat }: FoundChat,
  asked: PhoneChatChange,
  handledBy: HandledBy | null | undefined,
): Promise<StoredChat> {
  const change = remainingChange(chat.record, asked, deps.clock.now());
  const place = { type: chat.type, key: chat.key };
  if (Object.keys(change).length > 0) {
    requireOnPhone(chat);
    await requireDone(deps, instance, { kind: "change_chat", chat: place, change });
  }
  if (handledBy !== undefined) await setHandler(deps, instance, place, handledBy);
  return (await readChat(deps.table, instance.id, place)) ?? chat;
}
