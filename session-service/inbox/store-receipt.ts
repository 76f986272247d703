import { type ChatRole, whoMay } from "../../core/domain/messages/who-may.ts";
import { readRole } from "../../core/operations/groups/read-role.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { isOfChat, placeOf } from "../../core/records/message-chat.ts";
import { chatNamed, namesOf } from "../baileys/inbound/parties.ts";
import { findPerson, isOwn, type People, peopleOf, withPrivateId } from "../baileys/inbound/people.ts";
import type { ReadReceipt } from "../baileys/inbound/read-receipts.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { GroupHooks } from "./group-change.ts";
import type { InboxContext } from "./inbox-context.ts";

/**
 * Records a receipt for one of our messages, provided that it comes from someone who received the message. @throws
 * FenceLost
 */
export async function storeReceipt(
  context: Pick<InboxContext, "deps" | "owner" | "store">,
  receipt: ReadReceipt,
  hooks: Pick<GroupHooks, "membersNow">,
): Promise<void> {
  const { deps, owner } = context;
  const { network_id, kind, at } = receipt;
  const mayTell = (message: MessageRecord) => isOfRecipient(context, receipt, hooks, message);
  await recordReceipt(deps, { ...owner, network_id, kind, at: at ?? deps.clock.now(), mayTell });
}

async function isOfRecipient(
  { deps, owner, store }: Pick<InboxContext, "deps" | "owner" | "store">,
  { chat, by }: ReadReceipt,
  { membersNow }: Pick<GroupHooks, "membersNow">,
  message: MessageRecord,
): Promise<boolean> {
  const { table } = deps;
  const { instance_id } = owner;
  const people = peopleOf(store);
  const party = parseParty(chat);
  const place = placeOf(message);
  // If the receipt's chat is the address the message was sent to, no ids have to be looked up.
  const isSame = chat === message.network_chat;
  const [other = null] = by.map((id) => ({ id, party: parseParty(id) }));
  const named = isSame ? null : await chatNamed({ id: chat, party }, other, people);
  const sameChat = named === null || (await isOfChat(table, instance_id, message, named));
  if (!sameChat) return false;
  const isOurs = place !== "person" && by.some((id) => isOwn(parseParty(id), people));
  const role = place === "group" && !isOurs ? await roleOf(by) : "member";
  return whoMay({ action: "receipt", actor: isOurs ? "writer" : "other", place, sameChat, role }) === "allowed";

  async function roleOf(ids: string[]): Promise<ChatRole> {
    const now = membersNow(chat);
    if (now && ids.some((id) => now.has(id))) return "member";
    const names = await namesAt(ids, people);
    if (names.length === 0) return "outsider";
    const role = await readRole(table, instance_id, chat, names);
    // The member list loaded for sending is more recent than our copy.
    return role === "unknown" && now ? "outsider" : role;
  }
}

/** Returns all stored keys of the person with these addresses, or an empty list if they don't identify a person. */
async function namesAt(ids: string[], people: People): Promise<string[]> {
  const [first, second] = ids.map(parseParty);
  const person = await findPerson(first ?? null, second ?? null, people);
  return person ? namesOf(await withPrivateId(person, people)) : [];
}
