import { readChatUpTo } from "../../core/operations/chats/read-chat-up-to.ts";
import { findPerson, peopleOf, withPrivateId } from "../baileys/inbound/people.ts";
import type { OwnRead } from "../baileys/inbound/read-own-reads.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { InboxContext } from "./inbox-context.ts";

/**
 * Marks a person's chat as read up to the messages that were read on the phone. For groups, the phone's own read mark
 * is used instead, because the receipt doesn't specify the sender of a group message.
 * @param again called to mark a message that isn't stored yet, once it has been stored.
 */
export async function storeOwnRead(
  { deps, owner, store, inbox }: Pick<InboxContext, "deps" | "owner" | "store" | "inbox">,
  { chat, network_ids }: OwnRead,
  again: (read: OwnRead) => Promise<void>,
): Promise<void> {
  const people = peopleOf(store);
  const found = await findPerson(parseParty(chat), null, people);
  if (!found) return;
  const person = await withPrivateId(found, people);
  for (const network_id of network_ids) {
    const authors = [person.phone, person.private_id].filter((name) => name !== null);
    let isRead = false;
    for (const author of authors) {
      const read = { person: person.name, chat_id: person.chat, network_id, author };
      isRead ||= await readChatUpTo(deps, owner, read);
    }
    if (!isRead) inbox.reads.add(network_id, () => again({ chat, network_ids: [network_id] }));
  }
}
