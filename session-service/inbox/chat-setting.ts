import { mirrorChat } from "../../core/operations/chats/mirror-chat.ts";
import { findPerson, isOwn, peopleOf } from "../baileys/inbound/people.ts";
import { parseParty } from "../baileys/network-ids.ts";
import type { ChatSetting } from "../baileys/settings/chat-setting.ts";
import type { Reception } from "./reception.ts";

/** Stores what was done to a chat on the phone. The chat with oneself is nobody's and is left out. @throws FenceLost */
export async function storeChatSetting(
  { deps, owner, store }: Pick<Reception, "deps" | "owner" | "store">,
  { chat, what }: ChatSetting,
): Promise<void> {
  const people = peopleOf(store);
  const party = parseParty(chat);
  const at = deps.clock.now();
  if (isOwn(party, people)) return;
  if (party.kind === "group" || party.kind === "channel") {
    return mirrorChat(deps, owner, { kind: party.kind, key: chat, phone_chat_id: chat }, what, at);
  }
  const person = await findPerson(party, null, people);
  if (!person) return;
  const { name: key, phone, chat: chat_id } = person;
  await mirrorChat(deps, owner, { kind: "person", key, phone, chat_id, phone_chat_id: chat }, what, at);
}
