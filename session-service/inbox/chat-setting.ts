import { type MirroredChat, mirrorChat } from "../../core/operations/chats/mirror-chat.ts";
import { findPerson, isOwn, peopleOf } from "../baileys/inbound/people.ts";
import type { ChatSetting } from "../baileys/settings/chat-setting.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { InboxContext } from "./inbox-context.ts";

/** Stores a chat change made on the phone. Changes to the number's chat with itself are ignored. @throws FenceLost */
export async function storeChatSetting(
  context: Pick<InboxContext, "deps" | "owner" | "store">,
  { chat, what }: ChatSetting,
): Promise<void> {
  const { deps, owner } = context;
  const found = await mirroredChatOf(context, chat);
  if (found) await mirrorChat(deps, owner, found, what, deps.clock.now());
}

/**
 * Returns the chat behind one of the phone's ids. Returns null for the number's chat with itself, and for an id that
 * doesn't refer to a chat.
 */
export async function mirroredChatOf(
  { store }: Pick<InboxContext, "store">,
  chat: string,
): Promise<MirroredChat | null> {
  const people = peopleOf(store);
  const party = parseParty(chat);
  if (isOwn(party, people)) return null;
  if (party.kind === "group" || party.kind === "channel") return { kind: party.kind, key: chat, phone_chat_id: chat };
  const person = await findPerson(party, null, people);
  if (!person) return null;
  const { name: key, phone, chat: chat_id } = person;
  return { kind: "person", key, phone, chat_id, phone_chat_id: chat };
}
