import type { GroupMetadata } from "@whiskeysockets/baileys";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import { type ChatRole, whoMay } from "../../../core/domain/messages/who-may.ts";
import { readSent } from "../../../core/operations/receiving/record-receipt.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { isOfChat, placeOf } from "../../../core/records/message-chat.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { recallSent } from "../../../core/records/sent-messages.ts";
import { statusLists } from "../../../core/records/status.ts";
import type { Table } from "../../../core/store/table.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { memberIds } from "../groups/group-watch.ts";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";
import { takenId, takenParty } from "./bounds/ids.ts";
import type { ForeignNode } from "./bounds/node.ts";
import { chatNamed } from "./parties.ts";
import { findPerson, isOwn, type People, withPrivateId } from "./people.ts";
import { senderOf } from "./read-receipts.ts";

/** A device's request for additional copies of our messages. */
export interface CopyRequest {
  network_ids: string[];
  /** The chat that would receive the copies. */
  chat: string;
  /** The addresses of the requester. */
  by: string[];
}

/** The maximum number of messages per request. Phones request one at a time. */
const MOST_COPIES = 30;

/**
 * Parses a retry receipt the way the library would. Returns null if it doesn't specify a message, chat or person, or
 * can't be from a phone.
 */
export function readCopyRequest(node: ForeignNode, people: People): CopyRequest | null {
  const sender = senderOf(node);
  const network_ids = requestedIn(node);
  if (!sender || network_ids.length === 0 || network_ids.length > MOST_COPIES) return null;
  const isOfTwo = sender.party.kind === "phone" || sender.party.kind === "private";
  // In a chat with one person, the library sends the copy to the device given in this attribute.
  const named = node.attrs.participant === undefined ? null : takenParty(node.attrs.participant);
  const isOfAnother = named ? withoutDevice(named.id) !== sender.chat : node.attrs.participant !== undefined;
  if (isOfTwo && isOfAnother) return null;
  if (!isOfTwo) return sender.by.length === 0 ? null : { network_ids, chat: sender.chat, by: sender.by };
  const by = [sender.chat, ...sender.by];
  // Only our own devices may specify the chat in a separate attribute.
  const recipient = takenParty(node.attrs.recipient);
  if (!isOwn(sender.party, people)) return { network_ids, chat: sender.chat, by };
  return recipient && { network_ids, chat: withoutDevice(recipient.id), by };
}

/** Returns the ids of all messages that the library would send copies of, wherever the request lists them. */
function requestedIn({ attrs, parts }: ForeignNode): string[] {
  const listed = parts.flatMap((part) => part.parts).filter(({ tag }) => tag === "item");
  return [attrs, ...listed.map((item) => item.attrs)].map(({ id }) => takenId(id)).filter((id) => id !== null);
}

/** The data used to decide whether a copy may be sent. */
export interface CopyRules {
  table: Table;
  owner: Owner;
  people: People;
  /** Returns the group with its members, querying the network if necessary. @throws if the network does not answer. */
  group(chat: string): Promise<GroupMetadata>;
}

/**
 * Whether all of the requested messages may be sent to the requester. Our acts are not stored under an id, because the
 * library finds them by chat, so only membership is checked for them. @throws if the table or the network does not
 * answer.
 */
export async function mayResend(rules: CopyRules, { network_ids, chat, by }: CopyRequest): Promise<boolean> {
  const { people } = rules;
  const party = parseParty(chat);
  const isOurs = by.some((id) => isOwn(parseParty(id), people));
  const [other = null] = by.filter((id) => id !== chat).map((id) => ({ id, party: parseParty(id) }));
  const named = await chatNamed({ id: chat, party }, isOurs ? null : other, people);
  const asker = await addressesOf(by, people);
  for (const id of network_ids) {
    const message = await sentMessage(rules, id);
    const place = message ? placeOf(message) : placeOf({ chat_id: chat, network_chat: chat });
    const sameChat = message === null || (await isOfChat(rules.table, rules.owner.instance_id, message, named));
    const role = !sameChat || isOurs ? "unknown" : await roleOf(rules, { place, chat, by: asker, message });
    const actor = isOurs ? "writer" : "other";
    if (whoMay({ action: "resend", actor, place, sameChat, role }) !== "allowed") return false;
  }
  return true;
}

/** Returns all addresses of the person these addresses belong to. */
async function addressesOf(by: string[], people: People): Promise<string[]> {
  const [first = null, second = null] = by.map(parseParty);
  const person = await findPerson(first, second, people);
  if (!person) return by;
  const { phone, private_id } = await withPrivateId(person, people);
  return [...by, ...(phone ? [phoneChat(phone)] : []), ...(private_id ? [private_id] : [])];
}

const sentMessage = async ({ table, owner }: CopyRules, id: string): Promise<MessageRecord | null> =>
  recallSent(table, owner.instance_id, id) ?? (await readSent({ table }, owner.instance_id, id));

async function roleOf(
  { table, owner, group }: CopyRules,
  asked: { place: ReturnType<typeof placeOf>; chat: string; by: string[]; message: MessageRecord | null },
): Promise<ChatRole> {
  const { place, chat, by, message } = asked;
  if (place === "group") return isAmong(await membersOf(), by);
  if (place !== "status" || message === null) return "member";
  const list = await statusLists.read(table, owner.instance_id, String(message.id));
  return isAmong(list?.listed ?? [], by);

  async function membersOf(): Promise<string[]> {
    try {
      return memberIds(await group(chat));
    } catch (error) {
      if (error instanceof CannotPrepare) return []; // there is no such group, or we are not in it
      throw error;
    }
  }
}

const isAmong = (ids: readonly string[], by: string[]): ChatRole =>
  by.some((id) => ids.includes(id)) ? "member" : "outsider";
